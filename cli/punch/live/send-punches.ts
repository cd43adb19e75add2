import { ProblemError, type TimestampCreate } from '../../../clients/typescript/src/index.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { codeKey } from '../../../services/directory/domain/identity-keys.ts';
import type { Api } from '../api/api.ts';
import { describeProblem } from '../api/describe-problem.ts';
import type { Punch } from '../punch.ts';
import type { Tally } from '../tally.ts';
import { KeyedQueues } from './keyed-queues.ts';

/** Sends punches one by one: those of a member in order, those of different members in parallel. Throws what the API throws. */
export async function sendPunches(
  punches: AsyncIterable<Punch>,
  { api, tally }: { readonly api: Pick<Api, 'post'>; readonly tally: Tally },
): Promise<void> {
  const queues = new KeyedQueues();
  try {
    for await (const punch of punches) await queues.add(codeKey(punch.code), () => send(punch));
  } finally {
    await queues.finish();
  }

  async function send(punch: Punch): Promise<void> {
    const answer = await api.post(operationOf(punch), bodyOf(punch));
    if (answer instanceof ProblemError) tally.refuse({ lines: [punch.line], reason: describeProblem(answer) });
    else if (answer.isReplayed) tally.replay(1);
    else tally.accept(1);
  }
}

function operationOf({ kind }: Punch) {
  return kind === 'timestamp' ? 'createTimestamp' : (`${kind}Session` as const);
}

function bodyOf({ code, time, label, template }: Punch): TimestampCreate {
  return {
    code,
    at: toInstantText(time),
    ...(label === undefined ? {} : { label }),
    ...(template === undefined ? {} : { templateId: template }),
  };
}
