import type { Command } from 'commander';

/** What can follow a command, for completions. */
export interface CompletionNode {
  /** The path of the command without the program's name: `institutions set`. */
  readonly path: string;
  readonly completions: readonly Completion[];
  /** Whether a file name can follow. */
  readonly takesFile: boolean;
}

export interface Completion {
  readonly text: string;
  readonly description: string;
}

/** All commands of a program's tree with what can follow them; the program itself comes first. */
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

/** Quotes a text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
