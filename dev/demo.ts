import { hash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { fillDemo } from '../cli/demo/fill-demo.ts';
import { importBundle } from '../cli/import/import-bundle.ts';
import { ifAbsent, writeAtomically } from '../libraries/embedded-postgres/index.ts';
import type { Call } from '../platform/calls/caller.ts';
import type { OperatorActor } from '../platform/core/actor.ts';
import { present } from '../platform/core/present.ts';
import { InstitutionService } from '../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { AdministratorService } from '../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { type Integration, IntegrationService } from '../proto/gen/lyceum/identity/v1/integration_pb.ts';

export interface DemoCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** A new one-time link to the console; null if it can no longer be used. */
  readonly link: string | null;
}

/** The platform as an operator calls it. */
interface Platform {
  call(actor: OperatorActor): Call;
}

/**
 * Imports the demo institution into an installation without institutions, with an integration whose credentials are
 * kept in the data folder, and creates a one-time link for its first administrator. Returns null if there are other
 * institutions. The integration is created last: if it is missing, an import was interrupted and is repeated, which
 * does not change existing records.
 * @param fill adds records to the imported ones, as of the day on which the institution was created
 */
export async function prepareDemo(
  platform: Platform,
  dataDir: string,
  fill?: typeof fillDemo,
): Promise<DemoCredentials | null> {
  const bundle = JSON.parse(await readFile(BUNDLE, 'utf8'));
  const asPlatform = platform.call({ kind: 'operator', institutionId: null });
  const { institutions } = await asPlatform(InstitutionService.method.listInstitutions, {});
  const existing = institutions.find(({ ref }) => ref === bundle.institution.ref);
  if (!existing && institutions.length > 0) return null;

  const known = existing ? await listDemoIntegrations(platform, existing.id) : [];
  const institutionId =
    existing && known.length > 0
      ? existing.id
      : (await importBundle({ bundle, call: (actor) => platform.call(actor) })).institutionId;
  const call = platform.call({ kind: 'operator', institutionId });
  if (known.length === 0) await fill?.(call, createdAt(institutionId));
  const link = await newLink(call);
  const active = known.find(({ isActive }) => isActive);
  const file = join(dataDir, 'demo-credentials');
  const [keptId = '', keptSecret = ''] = (await readFile(file, 'utf8').catch(ifAbsent(''))).split(':');
  const isKept = ({ hint }: { readonly hint: string }) => hash('sha256', keptSecret).startsWith(hint);
  if (active?.clientId === keptId && active.secrets.some(isKept))
    return { clientId: keptId, clientSecret: keptSecret, link };
  const { integration, clientSecret } = active
    ? await asPlatform(IntegrationService.method.rotateIntegrationSecret, { clientId: active.clientId })
    : await call(IntegrationService.method.createIntegration, { name: NAME });
  const { clientId } = present(integration, 'integration');
  await mkdir(dataDir, { recursive: true });
  await writeAtomically(file, `${clientId}:${clientSecret}`, 0o600);
  return { clientId, clientSecret, link };
}

async function newLink(call: Call): Promise<string | null> {
  const { administrators } = await call(AdministratorService.method.listAdministrators, {});
  const first = administrators.find(({ isArchived }) => !isArchived);
  return first ? (await call(AdministratorService.method.createSignInLink, { email: first.email })).url : null;
}

async function listDemoIntegrations(platform: Platform, institutionId: string): Promise<Integration[]> {
  const call = platform.call({ kind: 'operator', institutionId });
  const { integrations } = await call(IntegrationService.method.listIntegrations, {});
  return integrations.filter(({ name }) => name === NAME);
}

/**
 * When a record with a UUIDv7 was created, in epoch milliseconds: a repeated start on a later day fills the same days.
 */
function createdAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

const NAME = 'Demo';
const BUNDLE = new URL('./demo/demo-institution.json', import.meta.url);
