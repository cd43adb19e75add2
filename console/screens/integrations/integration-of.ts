import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import { type Integration, IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import type { Visit } from '../../route/screen.ts';

/** The integration that a path names. */
export async function integrationOf({
  call,
  params,
}: { readonly call: Call } & Pick<Visit, 'params'>): Promise<Integration> {
  const { integration } = await call(IntegrationService.method.getIntegration, { id: params.id ?? '' });
  return present(integration, 'integration');
}

/** The page of an integration, or one below it. */
export function pathOf({ id }: Pick<Integration, 'id'>, page = ''): string {
  return `/console/integrations/${id}${page}`;
}
