import type { Api } from './api/api.ts';
import type { PunchFile } from './file/punch-file.ts';
import { inOrder } from './in-order.ts';
import { sendPunches } from './live/send-punches.ts';
import { replayLogs } from './offline/replay-logs.ts';
import type { RefusedRows } from './punch.ts';
import { type Counts, Tally } from './tally.ts';

interface Run {
  readonly file: Pick<PunchFile, 'check' | 'punches'>;
  readonly api: Pick<Api, 'post'>;
  /** Whether to send complete logs in bulk instead of single punches. */
  readonly isOffline: boolean;
  readonly onRefusal: (rows: RefusedRows) => void;
  readonly onProgress: (text: string) => void;
}

/** The result of a run. */
export interface Outcome extends Counts {
  /** All rows of the file. */
  readonly rows: number;
  /** Rows that the run did not reach. */
  readonly unsent: number;
  /** Why the run ended early. */
  readonly failure?: unknown;
}

/** Checks a whole file, then sends its punches. Throws PunchFileFaults, and sends nothing, if the file has faults. */
export async function runPunches({ file, api, isOffline, onRefusal, onProgress }: Run): Promise<Outcome> {
  const rows = await file.check();
  const tally = new Tally((refused) => {
    onProgress('');
    onRefusal(refused);
  });
  const done = ({ accepted, replayed, refused }: Counts) => accepted + replayed + refused;
  const counting: Run['api'] = {
    post(operation, body, occasion) {
      onProgress(`${done(tally.counts)} of ${rows} rows`);
      return api.post(operation, body, occasion);
    },
  };
  const punches = inOrder(file.punches(), (refused) => tally.refuse(refused));
  const send = isOffline ? replayLogs : sendPunches;
  const failure = await send(punches, { api: counting, tally }).then(
    () => ({}),
    (error: unknown) => ({ failure: error }),
  );
  onProgress('');
  return { rows, ...tally.counts, unsent: rows - done(tally.counts), ...failure };
}
