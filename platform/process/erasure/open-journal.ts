import type { Environment, Variable } from '../../core/config/config.ts';
import { optional, text } from '../../core/config/variables.ts';
import { StartError } from '../../core/start-error.ts';
import { FileJournal, JOURNAL_VARIABLE } from '../../data/erasure/file-journal.ts';
import type { ErasureJournal } from '../../data/erasure/journal.ts';
import { NatsJournal } from '../../events/nats/nats-journal.ts';
import type { NatsLink } from '../../events/nats/nats-link.ts';

const named: Variable<string> = text({
  description: 'journal of erasures, which all services share; without it nobody can be erased',
  allowed: 'path of a file, nats:LYCEUM_ERASURES',
});

export const journalVariables = { ERASURE_JOURNAL: optional(named) };

/** The variable for an environment: production requires it. */
export function journalVariablesFor({ NODE_ENV }: Environment): typeof journalVariables {
  if (NODE_ENV !== 'production') return journalVariables;
  return { ERASURE_JOURNAL: named as typeof journalVariables.ERASURE_JOURNAL };
}

/**
 * The journal that the environment names; undefined if it names none, so that nobody can be erased.
 * @param link undefined in a process without NATS
 * @throws {StartError} if it cannot be written
 */
export async function openJournal(
  { ERASURE_JOURNAL: journal }: { readonly ERASURE_JOURNAL: string | undefined },
  link?: NatsLink | undefined,
): Promise<ErasureJournal | undefined> {
  if (journal === undefined) return undefined;
  if (!journal.startsWith(IN_NATS)) return FileJournal.open(journal);
  if (!link) throw new StartError(`${JOURNAL_VARIABLE}: ${journal} needs NATS_URL.`, { exitCode: 2 });
  return new NatsJournal(link, journal.slice(IN_NATS.length));
}

const IN_NATS = 'nats:';
