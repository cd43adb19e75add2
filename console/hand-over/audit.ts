import type { Call } from '../../platform/calls/caller.ts';
import type { AuditRecord } from '../../proto/gen/lyceum/common/v1/audit_pb.ts';
import type { AuditService as Directory } from '../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { AuditService as Identity } from '../../proto/gen/lyceum/identity/v1/audit_pb.ts';
import type { AuditService as Scheduling } from '../../proto/gen/lyceum/scheduling/v1/audit_pb.ts';
import type { AuditService as Timetracking } from '../../proto/gen/lyceum/timetracking/v1/audit_pb.ts';
import { pagesOf } from './pages.ts';
import type { Subject } from './subject.ts';

type ListAuditRecords = (
  | typeof Directory
  | typeof Identity
  | typeof Scheduling
  | typeof Timetracking
)['method']['listAuditRecords'];

/** The audit records of some resources of a service, the newest first. */
export async function* auditOf(
  call: Call,
  method: ListAuditRecords,
  filter: { readonly resourceKind?: string; readonly ids: readonly string[] },
): AsyncGenerator<readonly AuditRecord[]> {
  const { ids, ...kind } = filter;
  // Without ids the service would return the records of everybody.
  if (ids.length === 0) return;
  yield* pagesOf(async (page) => {
    const { records, next } = await call(method, { ...kind, resourceIds: [...ids], page });
    return { records, next };
  });
}

/** The audit records of the person as an administrator: none of somebody who never was one. */
export function administratorAudit({ call, user }: Pick<Subject, 'call' | 'user'>) {
  return auditOf(call, Identity.method.listAuditRecords, { resourceKind: 'administrator', ids: [user.id] });
}

/** How somebody has signed in; undefined for another change of an administrator. */
export function signInMethodOf({ operation }: AuditRecord): string | undefined {
  return SIGN_INS[operation.replace(/^.*\//, '')];
}

const SIGN_INS: Readonly<Record<string, string>> = {
  SignInWithLink: 'link',
  FinishPasskeySignIn: 'passkey',
  FinishOpenIdSignIn: 'openid',
};
