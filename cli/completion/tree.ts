import type { Command } from 'commander';

/** What can stand behind a command, as completions need it. */
export interface CompletionNode {
  /** The names that lead there, without the program's: `institutions set`. */
  readonly path: string;
  readonly completions: readonly Completion[];
  /** Whether a file may stand there. */
  readonly takesFile: boolean;
}

export interface Completion {
  readonly text: string;
  readonly description: string;
}

/** All places of a program's tree, the program's own first. */
export function completionNodesOf(command: Command, path: readonly string[] = []): CompletionNode[] {
  const help = command.createHelp();
  const children = help.visibleCommands(command).filter((child) => child.name() !== 'help');
  const options = help.visibleOptions(command).map(({ long, short, description }) => ({
    text: long ?? short ?? '',
    description,
  }));
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((text) => ({ text, description })),
  );
  const completions = [
    ...children.map((child) => ({ text: child.name(), description: child.description() })),
    ...choices,
    ...options,
  ];
  const takesFile = command.registeredArguments.some((argument) => /file/.test(argument.name()));
  const below = children.flatMap((child) => completionNodesOf(child, [...path, child.name()]));
  return [{ path: path.join(' '), completions, takesFile }, ...below];
}

/** A text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
