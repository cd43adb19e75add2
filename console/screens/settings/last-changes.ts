import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { AuditService } from '../../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import type { Fragment } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { date, type Present } from '../../components/time.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { nameInSentence } from '../audit/actors.ts';

/** Who has changed a setting last, and when: a sentence, by the name of the setting. */
export type LastChanges = (setting: string) => Fragment;

/** Reads the last author of each setting from the latest changes. */
export async function lastChanges(call: OptionalCall, institutionId: string, present: Present): Promise<LastChanges> {
  const filter = { resourceKind: 'institution', resourceId: institutionId, page: { size: CHANGES } };
  const { records = [] } = (await call(AuditService.method.listAuditRecords, filter)) ?? {};
  const last = new Map<string, AuditRecord>();
  for (const record of records)
    for (const { name, before, after } of record.changes)
      if (before !== undefined || after !== 'null') last.getOrInsert(name, record);
  return (setting) => {
    const record = last.get(setting);
    return record && t.settings.lastChanged(nameInSentence(record, new Map()), date(record.recordedAt, present));
  };
}

const CHANGES = 200;
