import { namesOf, type Variable, type Variables } from '../../platform/core/config/config.ts';
import { type ProcessReference, processReferences } from './process-references.ts';

/** Renders docs/configuration.md. */
export function configurationReference(): string {
  return [INTRODUCTION, ...processReferences.map(section)].join('\n');
}

/** The names of all variables that any process reads, including the `_FILE` variants of secrets. */
export function referencedNames(): string[] {
  return Object.entries(allVariables()).flatMap(([name, variable]) => namesOf(name, variable));
}

function allVariables(): Variables {
  return Object.assign({}, ...processReferences.map((reference) => reference.variables({})));
}

const INTRODUCTION = `# Configuration

<!-- Made by \`npm run docs:configuration\` from the declarations that the processes read. -->

Environment variables configure every process. This page lists them process by process; you need these first: \`PORT\` (if the default
one is taken, \`npm start\` takes a free one and prints it), \`DATA_DIR\` (the embedded PostgreSQL and the development keys) and \`DATABASE_URL\` (your own server, version 16 or later). To change a secret, see [operations.md](operations.md#changing-secrets); [security.md](security.md) states what happens when one leaks.

- A process with missing or invalid variables exits at once and lists all of them. An empty variable counts as absent.
- A **secret** is never shown. You can also put it into a file: add \`_FILE\` to the name of the variable, and set that to the path. If both are set, the variable wins.
- *In production* means \`NODE_ENV=production\`.
`;

function section({ title, about, variables }: ProcessReference): string {
  const outside = variables({});
  const inProduction = variables({ NODE_ENV: 'production' });
  const rows = Object.entries(outside).map(([name, variable]) =>
    row([
      `\`${name}\`${variable.secret ? ' **secret**' : ''}`,
      variable.description,
      defaultOf(variable),
      isRequired(variable) ? 'always' : isRequired(inProduction[name]) ? 'in production' : 'no',
      variable.allowed ?? '',
    ]),
  );
  const head = [
    row(['Variable', 'Meaning', 'Default', 'Required', 'Values']),
    row(['---', '---', '---', '---', '---']),
  ];
  return `## ${title}\n\n${about}\n\n${[...head, ...rows].join('\n')}\n`;
}

function isRequired(variable: Variable<unknown> | undefined): boolean {
  return variable !== undefined && variable.fallback === undefined;
}

function defaultOf({ fallback }: Variable<unknown>): string {
  return fallback === undefined || fallback === '' ? 'none' : `\`${fallback}\``;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')).join(' | ')} |`;
}
