import { namesOf, type Variable, type Variables } from '../../platform/core/config/config.ts';
import { type ProcessReference, processReferences } from './process-references.ts';

/** The text of docs/configuration.md. */
export function configurationReference(): string {
  return [INTRODUCTION, FORMER_NAMES, ...processReferences.map(section)].join('\n');
}

/** Every variable that some process reads, the files of secrets included. */
export function referencedNames(): string[] {
  return Object.entries(allVariables()).flatMap(([name, variable]) => namesOf(name, variable));
}

function allVariables(): Variables {
  return Object.assign({}, ...processReferences.map((reference) => reference.variables({})));
}

/** The sentence that lists former names. */
function formerNames(): string {
  const pairs = Object.entries(allVariables()).flatMap(([name, { formerName }]) =>
    formerName === undefined ? [] : [`\`${formerName}\` for \`${name}\``],
  );
  return pairs.length > 1 ? `${pairs.slice(0, -1).join(', ')} and ${pairs.at(-1)}` : pairs.join();
}

const INTRODUCTION = `# Configuration

<!-- Made by \`npm run docs:configuration\` from the declarations that the processes read. -->

Every process is configured by environment variables. A start with missing or wrong ones ends at once, and names them all. An empty variable counts
as absent. A **secret** is never shown; it may also come from a file, by the variable's name with \`_FILE\` behind it, and where both are set the
variable counts. *Production* is \`NODE_ENV=production\`. [security.md](security.md) says what happens when a secret leaks,
[operations.md](operations.md) how each is changed.
`;

const FORMER_NAMES = `These former names still work:
${formerNames()}.
A process that finds one of them logs a warning at its start. Where both names are set, the new one counts.
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
