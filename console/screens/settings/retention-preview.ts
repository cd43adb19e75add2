import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Call } from '../../../platform/calls/caller.ts';
import { isTimeout, isUnavailable } from '../../../platform/core/errors/refusal.ts';
import type { PreviewRetentionRequestSchema } from '../../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import { retentionPreview } from '../../../records/retention-preview.ts';
import { type Fragment, html } from '../../components/html.ts';
import { numberText } from '../../components/language.ts';
import { date, type Present } from '../../components/time.ts';
import { startOf } from '../time-records/record-of.ts';

/** What a run on a day would let go, in words: “312 people on 1 Jan 2027”. */
export async function previewText(
  call: Call,
  asked: MessageInitShape<typeof PreviewRetentionRequestSchema> & { readonly on: string },
  present: Present,
): Promise<Fragment> {
  try {
    const { people, notes, hours, audit } = await retentionPreview(call, asked);
    const parts = [
      counted(people, 'person', 'people'),
      counted(notes, 'note', 'notes'),
      counted(hours, 'time record', 'time records'),
      counted(audit, 'audit record', 'audit records'),
    ].flat();
    const what = parts.length === 0 ? 'nothing' : new Intl.ListFormat('en').format(parts);
    return html`${what} on ${date(startOf(Temporal.PlainDate.from(asked.on), present), present)}`;
  } catch (error) {
    if (isTimeout(error) || isUnavailable(error)) return 'what can’t be counted right now';
    throw error;
  }
}

function counted(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${numberText(count)} ${count === 1 ? one : many}`];
}
