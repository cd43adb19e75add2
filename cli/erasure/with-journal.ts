import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import type { ErasureJournal } from '../../platform/data/erasure/journal.ts';
import { natsAddressVariables } from '../../platform/events/nats/nats-variables.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { journalVariables } from '../../platform/process/erasure/open-journal.ts';
import { CommandFailure } from '../failure.ts';

/** Runs work with the journal that the environment names, which must be there; with none if it names none. */
export async function withJournal<T>(
  environment: Environment,
  work: (journal: ErasureJournal | undefined) => Promise<T>,
): Promise<T> {
  const variables = { ...journalVariables, ...natsAddressVariables };
  const { ERASURE_JOURNAL: named, NATS_URL: url, NATS_TLS_CA: ca } = readConfig(variables, environment);
  if (named === undefined) return work(undefined);
  if (!named.startsWith('nats:')) {
    const { FileJournal } = await import('../../platform/data/erasure/file-journal.ts');
    return work(FileJournal.existing(named));
  }
  if (url === undefined) throw new CommandFailure(`NATS_URL is not set: ERASURE_JOURNAL is ${named}.`);
  const [{ NatsLink }, { NatsJournal }] = await Promise.all([
    import('../../platform/events/nats/nats-link.ts'),
    import('../../platform/events/nats/nats-journal.ts'),
  ]);
  const link = await NatsLink.open({ url, ca, name: 'lyceum-cli', log: silentLogger });
  return work(new NatsJournal(link, named.slice('nats:'.length))).finally(() => link.close());
}
