import { IntegrationUsageService } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { Integration } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { linkButton } from '../../components/button.ts';
import { copyable } from '../../components/copyable.ts';
import { heading } from '../../components/heading.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { date, type Present, time } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { administratorNames, lastUse, secretUses } from './figures.ts';
import { integrationOf, pathOf, SYNCS } from './integration-of.ts';
import { latestErrors } from './latest-errors.ts';
import { namesakes, sameName } from './namesakes.ts';
import { requestRate } from './request-rate.ts';
import { secretsTable } from './secrets-table.ts';
import { stateBadge } from './state.ts';

/** One integration: its secrets, how much it uses of its limit, and what went wrong lately. */
export const integration = screen({
  path: '/integrations/{id}',
  async view(visit) {
    const { call, callIfAvailable, present } = visit;
    const found = await integrationOf(visit);
    // Records of requests lead here from a sync, too.
    if (found.isDirectorySync) return { to: SYNCS.href };
    const { id } = found;
    const [names, uses, rate, errors, others] = await Promise.all([
      administratorNames(call),
      secretUses(callIfAvailable),
      callIfAvailable(IntegrationUsageService.method.getRequestRate, { integrationId: id }),
      callIfAvailable(RequestService.method.listRequests, {
        integrationId: id,
        statusFrom: 400,
        page: { size: ERRORS },
      }),
      namesakes(call, found),
    ]);
    return {
      title: found.name,
      body: html`${heading({
        title: found.name,
        parent: { href: '/console/integrations', title: 'Integrations' },
        about: about(found, present, names.get(found.createdBy ?? ''), uses && lastUse(uses, id)),
        actions: actions(found),
      })}${sameName(others)}
${secretsTable(found, uses?.get(id), present)}
${rate && errors ? html`${requestRate(rate.minutes, present)}${latestErrors(id, errors.requests, present)}` : AWAY}`,
    };
  },
});

const ERRORS = 5;

const AWAY = html`<p class="message warn">The figures and errors of this integration are unavailable right now.</p>`;

function about(
  integration: Integration,
  present: Present,
  creator: string | undefined,
  lastUsedAt: string | undefined,
): Html {
  const { clientId, createdAt } = integration;
  return html`${stateBadge(integration)} ${copyable('client ID', clientId)} · created ${date(createdAt, present)}${creator !== undefined && ` by ${creator}`}${lastUsedAt !== undefined && html` · last used ${time(lastUsedAt, present)}`}`;
}

function actions(integration: Integration): Fragment {
  const rename = linkButton(pathOf(integration, '/rename'), 'Rename');
  if (!integration.isActive) return html`${rename}${linkButton(pathOf(integration, '/reactivate'), 'Reactivate')}`;
  return html`${rename}${linkButton(pathOf(integration, '/rotate'), 'Rotate secret')}${linkButton(pathOf(integration, '/deactivate'), 'Deactivate', 'danger')}`;
}
