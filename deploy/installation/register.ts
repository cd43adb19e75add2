import { declaredStatements } from '../../libraries/typed-sql/index.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { migrationTables, type RegisteredTable, registered } from '../../platform/data/register.ts';
import type { Word } from '../../platform/data/tables.ts';
import { type Partitioning, platformExpiries } from '../../platform/process/janitor.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { services } from './services.ts';

/** A table, with how long its rows stay. */
export interface StoredTable extends RegisteredTable {
  /**
   * How long a row stays after its time, in milliseconds, as the janitor has it: after it was made, ended or deleted; 0
   * for one with an expiry of its own. Null if it stays as long as what it belongs to.
   */
  readonly retentionMs: Partitioning['retentionMs'] | null;
}

/** All tables of the database of each service. */
export const register: ReadonlyMap<string, readonly StoredTable[]> = new Map(
  services.map((service) => {
    const declared = [...platformTables, ...service.tables].map((table) => registered(table));
    return [
      service.name,
      [...migrationTables, ...declared].map((table) => ({ ...table, retentionMs: retentionOf(service, table.name) })),
    ];
  }),
);

function retentionOf({ partitions = [], expiries = [] }: ServiceDefinition, name: string): StoredTable['retentionMs'] {
  const partitioned = partitions.find(({ table }) => table.name === name);
  if (partitioned) return partitioned.retentionMs;
  const tableOf = new Map(declaredStatements().map((statement) => [statement.name, statement.table?.name]));
  const kept = [...platformExpiries, ...expiries].filter(({ remove }) => tableOf.get(remove.name) === name);
  return kept.length > 0 ? () => Math.max(...kept.map(({ retentionMs }) => retentionMs)) : null;
}

/** Why something of people is kept, and who receives it. */
interface Purpose {
  readonly why: string;
  /** Within the institution and beyond: besides the operator of the installation, whose databases have everything. */
  readonly receivers: string;
}

/** The purpose of what columns say of people, by its kind. */
export const purposes: Readonly<Record<Exclude<Word, 'nothing'>, Purpose>> = {
  name: {
    why: 'to show who is meant, and to recognise the same person in another system',
    receivers: 'administrators; integrations that may read people; whoever reads a calendar, a group or an appointment',
  },
  contact: {
    why: 'to tell people apart, to invite and to sign in administrators',
    receivers: 'administrators; integrations that may read people',
  },
  image: { why: 'to show a person', receivers: 'administrators; integrations that may read people' },
  text: {
    why: 'to say what a record is about, in the words of who wrote it',
    receivers: 'administrators; integrations that may read the record',
  },
  work: {
    why: 'to record working time and presence, and to plan appointments',
    receivers: 'administrators; integrations that may read hours or appointments; subscribers of a calendar',
  },
  credential: { why: 'to verify who calls or signs in', receivers: 'nobody' },
  trace: {
    why: 'to explain a request, find abuse, answer repeated requests once and order events',
    receivers: 'administrators; the integration whose request it was; of events, receivers of webhooks',
  },
};

/** The groups of tables, each with why its rows are kept, and how long where nothing removes them by time. */
export const tableGroups = {
  records: {
    title: 'Records',
    why: 'the institution works with them',
    lives: 'until the person is erased, the record is removed or the institution is deleted',
  },
  history: {
    title: 'History',
    why: 'to tell who has changed what, and what the times of a time record were before, which go with it; to let copies follow',
    lives: 'until the institution is deleted',
  },
  copies: {
    title: 'Copies of answers',
    why: 'to answer a repeated request as the first time',
    lives: 'as long as its record',
  },
  requests: {
    title: 'Records of requests',
    why: 'to explain what an integration did',
    lives: 'as long as its integration',
  },
  moment: { title: 'What is of the moment', why: 'to finish what somebody has begun', lives: 'as long as its person' },
} as const;

/** The group of a table. */
export function groupOf({ isOfTheMoment, isOfReads, isHistory, whose }: RegisteredTable): keyof typeof tableGroups {
  if (isOfTheMoment) return 'moment';
  if (isOfReads) return 'requests';
  if (isHistory) return 'history';
  return whose === 'many' ? 'copies' : 'records';
}

/** Something that is stored outside the databases. */
interface StoredElsewhere {
  readonly what: string;
  readonly where: string;
  readonly says: readonly Word[];
  readonly lives: string;
}

/** What is stored outside the databases: of what is in them, only what goes on without them. */
export const storedElsewhere: readonly StoredElsewhere[] = [
  {
    what: 'events: ids of records, of requests and of who made them; the subject ends with the institution',
    where: 'the stream LYCEUM_EVENTS of NATS; with one process, its memory',
    says: ['trace'],
    lives: 'NATS_EVENTS_DAYS; in memory until all consumers have it',
  },
  {
    what: 'who was erased: ids, times and kinds',
    where: 'the journal of erasures (ERASURE_JOURNAL): a file, or a stream of NATS',
    says: ['nothing'],
    lives: 'for good, so that a restored database forgets them again',
  },
  {
    what: 'counts of requests of each integration',
    where: 'the bucket LYCEUM_RATES of NATS, in memory; with one process, its memory',
    says: ['nothing'],
    lives: 'two minutes',
  },
  {
    what: 'records of requests that activity does not have yet',
    where: 'the memory of each gateway, 16 MiB at most',
    says: ['trace'],
    lives: '1.25 seconds; while activity is away, until it is back',
  },
  {
    what: 'credentials and identities of callers, settings of institutions',
    where: 'caches of gateways, consoles and services',
    says: ['credential', 'name'],
    lives: 'five seconds; while identity is away, fifteen; identities until they expire',
  },
  {
    what: 'the session, and which form was begun',
    where: 'cookies of the console, in the browsers of administrators',
    says: ['credential'],
    lives: 'as long as the session',
  },
  {
    what: 'emails about problems and closings',
    where: 'the mail server, and the mailboxes of administrators',
    says: ['name', 'contact'],
    lives: 'as long as their owners keep them; Lyceum keeps no copy',
  },
  {
    what: 'answers, events and calendars',
    where: 'integrations, receivers of webhooks, calendar programs',
    says: ['name', 'contact', 'image', 'text', 'work'],
    lives: 'as long as they keep them',
  },
  {
    what: 'lines about failures, with ids of requests and institutions; no bodies, headers or values',
    where: 'logs and traces of each process',
    says: ['trace'],
    lives: 'as long as the operator keeps them',
  },
  {
    what: 'everything of the databases',
    where: 'backups, WAL, and rows that no vacuum has removed yet',
    says: ['name', 'contact', 'image', 'text', 'work', 'credential', 'trace'],
    lives: 'until the backup expires; until the server recycles them',
  },
];
