import type { Call } from '../../../platform/calls/caller.ts';
import { type Integration, IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { type Fragment, html } from '../../components/html.ts';
import { pathOf } from './integration-of.ts';

/**
 * The other active integrations with the same name: the API and the command line tell them apart by their client ids,
 * so nothing forbids them.
 */
export async function namesakes(call: Call, { id, name, isDirectorySync }: Integration): Promise<Integration[]> {
  const { integrations } = await call(IntegrationService.method.listIntegrations, {});
  return integrations.filter(
    (each) => each.id !== id && each.name === name && each.isActive && each.isDirectorySync === isDirectorySync,
  );
}

/** Warns of integrations that people cannot tell apart. */
export function sameName(others: readonly Integration[]): Fragment {
  const [first] = others;
  return (
    first &&
    html`<p class="message warn"><span>There is another integration called ${first.name}: <a href="${pathOf(first)}">${first.clientId}</a>. Rename one of them, so that you can tell them apart.</span></p>`
  );
}
