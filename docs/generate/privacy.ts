import {
  groupOf,
  purposes,
  register,
  type StoredTable,
  storedElsewhere,
  tableGroups,
} from '../../deploy/installation/register.ts';
import { DAY_MS, HOUR_MS } from '../../platform/core/instant.ts';
import { words } from '../../platform/data/tables.ts';

/** Renders docs/privacy.md from the register of what is stored. */
export function privacyRegister(): string {
  const tables = [...register].flatMap(([service, all]) => all.map((each) => ({ ...each, service })));
  const groups = Object.entries(tableGroups).map(([group, about]) => {
    const own = tables.filter((each) => groupOf(each) === group && saysOf(each).length > 0);
    return `### ${about.title}\n\nWhy: ${about.why}.\n\n${table(['Table', 'Service', 'Kinds', 'Whose', 'How long'], rowsOf(own, about.lives))}`;
  });
  return [INTRODUCTION, kinds(), IN_DATABASES, ...groups, elsewhere()].join('\n');
}

interface Located extends StoredTable {
  readonly service: string;
}

const INTRODUCTION = `# What is kept of people

<!-- Made by \`npm run docs:privacy\` from the register that the tables declare (deploy/installation/register.ts). -->

What an installation keeps of people: of which kind, whose, why, how long, who receives it and where it lies. It is made from the register by which data is also exported, handed over and
erased. [Data protection](guides/data-protection.md) says what it means for an institution. Times are those of the defaults in [configuration.md](configuration.md).
`;

const IN_DATABASES = `## In PostgreSQL

Each service has a database of its own. Every row belongs to one institution, but for operators and challenges of passkeys, which belong to the installation. Times count from when a row was made, or what it is about has ended.
An institution can end records, notes, hours and the audit earlier, by its retention. Tables without anything of people are left out.
`;

function kinds(): string {
  const rows = Object.entries(purposes).map(([word, { why, receivers }]) => [
    ...[`**${word}**`, words[word as keyof typeof words], why, receivers],
  ]);
  return `## Kinds\n\nThe operator of the installation can read everything in its databases. Besides:\n\n${table(['Kind', 'What', 'Why', 'Who receives it'], rows)}`;
}

/** A row for each table; those that every service has are one. */
function rowsOf(all: readonly Located[], lives: string): string[][] {
  const sorted = all.toSorted((a, b) => (`${a.service}.${a.name}` < `${b.service}.${b.name}` ? -1 : 1));
  return [...Map.groupBy(sorted, ({ name }) => name)].map(([name, [first, ...others]]) => {
    if (!first) return [];
    const service = others.length === 0 ? first.service : 'every service';
    return [`\`${name}\``, service, saysOf(first).join(', '), whoseOf(first), durationOf(first, lives)];
  });
}

function saysOf({ columns }: StoredTable): string[] {
  return [...new Set(columns.map(({ says }) => says))].filter((says) => says !== 'nothing');
}

function whoseOf({ whose, columns }: StoredTable): string {
  if (whose === 'many') return 'several people, as the content tells';
  if (whose === 'nobody') return OF_NOBODY.find(([word]) => columns.some(({ says }) => says === word))?.[1] ?? '';
  return `the person of ${whose.map((column) => `\`${column}\``).join(', ')}`;
}

const OF_NOBODY = [
  ['text', 'anybody whom the text names'],
  ['credential', 'a system, no person'],
  ['trace', 'who or what has made the request'],
] as const;

function durationOf({ retentionMs, columns }: StoredTable, lives: string): string {
  const ms = retentionMs?.({});
  if (ms === undefined) return lives;
  if (ms === 0) return 'until its own expiry';
  const duration = ms % DAY_MS === 0 ? counted(ms / DAY_MS, 'day') : counted(ms / HOUR_MS, 'hour');
  return columns.some(({ name }) => name === 'deleted_at') ? `${lives}; ${duration} after it was removed` : duration;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function elsewhere(): string {
  const rows = storedElsewhere.map(({ what, where, says, lives }) => [what, where, says.join(', '), lives]);
  return `## Elsewhere\n\n${table(['What', 'Where', 'Kinds', 'How long'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
