import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import {
  type Integration,
  type IntegrationSecret,
  IntegrationService,
} from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { badge } from '../../components/elements.ts';
import type { Html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { dateTime, type Present } from '../../components/time.ts';
import type { ChangedRecord, Fact } from '../../route/change-screen.ts';
import type { Visit } from '../../route/screen.ts';
import { changesSince } from '../audit/changes-since.ts';

/** The integration that a path names. */
export async function integrationOf({
  call,
  params,
}: { readonly call: Call } & Pick<Visit, 'params'>): Promise<Integration> {
  const { integration } = await call(IntegrationService.method.getIntegration, { id: params.id ?? '' });
  return present(integration, 'integration');
}

/** An integration as its forms change it. */
export const changedIntegration: ChangedRecord<Integration> = {
  name: () => t.integrations.thisIntegration,
  read: integrationOf,
  revisionOf: ({ revision }) => revision,
  changesSince: (visit, { id }, revision) =>
    changesSince(visit, { resourceKind: 'integration', resourceId: id }, revision),
};

/** The fact that its confirmations show. */
export function nameFact({ name }: Integration): Fact {
  return { name: 'name', label: t.words.name, value: name, words: t.parts.quoted(name) };
}

/** A secret as people tell it from others. */
export function secretFact(label: string, secret: IntegrationSecret | undefined, present: Present): Fact {
  const { hint = '', createdAt } = secret ?? {};
  const words = createdAt === undefined ? t.parts.none : t.integrations.secretMade(dateTime(createdAt, present), hint);
  return { name: 'secret', label, value: hint, words };
}

/** What the credentials of integrations and directory syncs are called, and the paths of their forms. */
export interface CredentialKind {
  readonly path: string;
  readonly secret: 'secret' | 'token';
  readonly open: () => string;
}

export const INTEGRATION: CredentialKind = {
  path: '/integrations/{id}',
  secret: 'secret',
  open: () => t.integrations.openIntegration,
};
export const SYNC: CredentialKind = {
  path: '/integrations/directory-sync/{id}',
  secret: 'token',
  open: () => t.integrations.openSync,
};
export const LIST = {
  href: '/console/integrations',
  get title() {
    return t.frame.integrations;
  },
};
export const SYNCS = {
  href: '/console/integrations/directory-sync',
  get title() {
    return t.directorySync.title;
  },
};

/** The page of an integration, or one below it. All syncs are on one page. */
export function pathOf({ id, isDirectorySync }: Pick<Integration, 'id' | 'isDirectorySync'>, page = ''): string {
  if (isDirectorySync) return page === '' ? SYNCS.href : `${SYNCS.href}/${id}${page}`;
  return `/console/integrations/${id}${page}`;
}

/** Whether an integration's credentials are valid, and whether there are several secrets. */
export function stateBadge({ isActive, secrets }: Integration): Html {
  if (!isActive) return badge('plain', t.integrations.deactivated);
  return secrets.length > 1 ? badge('warn', t.integrations.secretCount(secrets.length)) : badge('good', t.words.active);
}
