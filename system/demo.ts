import { readFile } from 'node:fs/promises';
import { importBundle } from '../cli/import/import-bundle.ts';
import { InstitutionService } from '../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { present } from '../services/chassis/present.ts';
import type { Lyceum } from './lyceum.ts';

export interface DemoCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Imports the demo institution into an installation that has none, and makes a new secret for its one demo integration at every start (the
 * one before stays valid); null where other institutions live.
 */
export async function prepareDemo(lyceum: Lyceum): Promise<DemoCredentials | null> {
  const bundle = JSON.parse(await readFile(BUNDLE, 'utf8'));
  const { institutions } = await lyceum.call(platform)(InstitutionService.method.listInstitutions, {});
  const existing = institutions.find(({ ref }) => ref === bundle.institution.ref);
  if (!existing && institutions.length > 0) return null;
  const institutionId =
    existing?.id ?? (await importBundle({ bundle, call: (actor) => lyceum.call(actor) })).institutionId;
  const asOperator = lyceum.call({ kind: 'operator', institutionId });
  const { integrations } = await asOperator(IntegrationService.method.listIntegrations, {});
  const known = integrations.find(({ name, isActive }) => name === NAME && isActive);
  const { integration, clientSecret } = known
    ? await lyceum.call(platform)(IntegrationService.method.rotateIntegrationSecret, { clientId: known.clientId })
    : await asOperator(IntegrationService.method.createIntegration, { name: NAME });
  return { clientId: present(integration, 'integration').clientId, clientSecret };
}

const NAME = 'Demo';
const platform = { kind: 'operator', institutionId: null } as const;
const BUNDLE = new URL('./demo/demo-institution.json', import.meta.url);
