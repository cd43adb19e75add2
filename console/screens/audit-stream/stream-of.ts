import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import {
  type AuditStream,
  AuditStreamKind,
  AuditStreamService,
} from '../../../proto/gen/lyceum/identity/v1/audit_stream_pb.ts';
import { statusBadge } from '../../components/elements.ts';
import type { Fragment } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { ChangedRecord } from '../../route/change-screen.ts';
import { changesSince } from '../audit/changes-since.ts';

export const PATH = '/console/audit/stream';

export const kinds = lowerCaseTexts(AuditStreamKind);

/** The stream of the institution as its forms change it. */
export const changedStream: ChangedRecord<AuditStream | undefined> = {
  name: () => t.auditStream.theStream,
  read: async ({ call }) => (await call(AuditStreamService.method.getAuditStream, {})).stream,
  revisionOf: (stream) => stream?.revision ?? '',
  // An institution has one at most.
  changesSince: (visit, _stream, revision) => changesSince(visit, { resourceKind: 'audit_stream' }, revision),
};

/** What the receiver answered, or why it did not. */
export function faultText(fault: string): Fragment {
  const errors: Readonly<Record<string, string>> = t.webhooks.attemptErrors;
  if (fault === 'not_accepted') return t.auditStream.notAccepted;
  return /^\d+$/.test(fault) ? statusBadge(Number(fault)) : (errors[fault] ?? fault);
}
