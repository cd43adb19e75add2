import { Argument, Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { completionNodesOf } from '../completion/tree.ts';
import { zshCompletion } from '../completion/zsh.ts';

export function completionCommand({ terminal }: CliContext): Command {
  return new Command('completion')
    .description('Prints what a shell completes commands and options with.')
    .addArgument(new Argument('<shell>', 'for which').choices(Object.keys(SHELLS)))
    .addHelpText('after', HELP)
    .action((shell: keyof typeof SHELLS, _options: unknown, command: Command) => {
      const program = command.parent ?? command;
      terminal.print(SHELLS[shell](program.name(), completionNodesOf(program)));
    });
}

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const HELP = `
It completes the word lyceum: put cli/main.ts on PATH under that name, or
run npm link once.

Examples:
  source <(lyceum completion bash)
  lyceum completion zsh > ~/.zfunc/_lyceum
  lyceum completion fish > ~/.config/fish/completions/lyceum.fish`;
