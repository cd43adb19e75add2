import type { Integration } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { badge } from '../../components/badge.ts';
import type { Html } from '../../components/html.ts';

/** Whether an integration's credentials are valid, and whether there are several secrets. */
export function stateBadge({ isActive, secrets }: Integration): Html {
  if (!isActive) return badge('plain', 'Deactivated');
  return secrets.length > 1 ? badge('warn', `${secrets.length} secrets`) : badge('good', 'Active');
}
