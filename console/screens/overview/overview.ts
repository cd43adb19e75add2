import { RequestService, UsageInterval } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { SyncGuardService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { linkButton } from '../../components/button.ts';
import { empty } from '../../components/empty.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { clockTime } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { secretUses, usages } from '../integrations/figures.ts';
import { attention } from './attention.ts';
import { availability, lastMonth } from './availability.ts';
import { lastDay, traffic } from './traffic.ts';

/** How things are: what needs attention, and the last day. */
export const overview = screen({
  path: '/',
  async view({ call, callIfAvailable, present }) {
    const [{ integrations }, usage, month, ofIntegrations, uses, endpoints, health, guards, signIns] =
      await Promise.all([
        call(IntegrationService.method.listIntegrations, {}),
        callIfAvailable(RequestService.method.getUsage, { ...lastDay(present), interval: UsageInterval.HOUR }),
        callIfAvailable(RequestService.method.getUsage, { ...lastMonth(present), interval: UsageInterval.DAY }),
        usages(callIfAvailable),
        secretUses(callIfAvailable),
        callIfAvailable(EndpointService.method.listEndpoints, { page: { size: ENDPOINTS } }),
        callIfAvailable(EndpointService.method.listEndpointHealth, {}),
        callIfAvailable(SyncGuardService.method.listSyncGuards, {}),
        callIfAvailable(AdministratorService.method.listAdministrators, {}),
      ]);
    const title = 'Overview';
    if (integrations.length === 0)
      return {
        title,
        body: html`${heading({ title })}${empty({
          title: 'No integrations yet',
          text: 'Traffic and problems show up here. Create an integration to get credentials.',
          action: linkButton('/console/integrations/new', 'Create integration', 'primary'),
        })}`,
      };
    const known = {
      ...{ integrations, usages: ofIntegrations, uses },
      ...{ endpoints: endpoints?.endpoints, health: health?.endpoints, guards: guards?.guards },
      administrators: signIns?.administrators,
    };
    return {
      title,
      body: html`${heading({ title, about: html`The last 24 hours, until ${clockTime(present)} in ${present.timeZone}.` })}
${attention(known, present)}${usage ? traffic(usage, present) : AWAY}${month && availability(month)}`,
    };
  },
});

/** More than an institution may have. */
const ENDPOINTS = 100;

const AWAY = html`<p class="message warn">The figures are unavailable right now.</p>`;
