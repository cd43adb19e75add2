import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Call } from '../../../platform/calls/caller.ts';
import { isTimeout, isUnavailable } from '../../../platform/core/errors/refusal.ts';
import type { PreviewRetentionRequestSchema } from '../../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import { retentionPreview } from '../../../records/retention-preview.ts';
import { inWords } from '../../components/elements.ts';
import type { Fragment } from '../../components/html.ts';
import { t } from '../../components/language.ts';
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
      people > 0 && t.retention.people(people),
      notes > 0 && t.retention.notes(notes),
      hours > 0 && t.retention.hours(hours),
      audit > 0 && t.retention.audit(audit),
    ].filter((each) => each !== false);
    const what = parts.length === 0 ? t.retention.nothing : inWords(parts, 'and');
    return t.retention.would(what, date(startOf(Temporal.PlainDate.from(asked.on), present), present));
  } catch (error) {
    if (isTimeout(error) || isUnavailable(error)) return t.retention.notCounted;
    throw error;
  }
}
