import { parseDateTime, toInstantText } from '../../../platform/core/instant.ts';
import { type Request, RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { type Integration, IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { statusBadge } from '../../components/badge.ts';
import { format } from '../../components/chart.ts';
import { copyable } from '../../components/copyable.ts';
import { facts } from '../../components/facts.ts';
import { heading, section } from '../../components/heading.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { exactTime, type Present, time } from '../../components/time.ts';
import { Failure } from '../../http/failure.ts';
import { screen } from '../../route/screen.ts';
import { PATH, requestsPath } from './filter.ts';
import { problem } from './problem.ts';
import { milliseconds, requestIdIn, requestsTable } from './requests-table.ts';

/**
 * Everything that is recorded of a request. Of several with its id, the latest one until the address's time is meant.
 */
export const request = screen({
  path: '/requests/{requestId}',
  async view({ call, callIfAvailable, params: { requestId: segment = '' }, query, present, publicUrl }) {
    const requestId = requestIdIn(segment);
    const at = parseDateTime(query.time ?? '');
    const to = at === null ? {} : { to: toInstantText(at + 1) };
    const [{ requests }, integrations] = await Promise.all([
      call(RequestService.method.listRequests, { requestId, page: { size: 1 + EARLIER }, ...to }),
      callIfAvailable(IntegrationService.method.listIntegrations, {}),
    ]);
    const [found, ...earlier] = requests;
    if (!found) throw new Failure(404);
    const { method, path, route, code, status } = found;
    const integration = integrations?.integrations.find(({ id }) => id === found.integrationId);
    const recorded = section('recorded', 'Recorded', details(found, integration, present));
    const again = requestsTable({ label: 'Earlier requests with this ID', requests: earlier, present, empty: NONE });
    return {
      title: `${method} ${route ?? path}`,
      body: html`${heading({
        title: `${method} ${route ?? path}`,
        parent: { href: PATH, title: 'Requests' },
        about: html`${statusBadge(status)} ${code !== undefined && html`<span class="mono">${code}</span> · `}${time(found.time, present)} · ${milliseconds(found.durationMs)} ms${integration && ` · ${integration.name}`}`,
      })}${code === undefined ? recorded : html`<div class="split">${problem(found, code, publicUrl)}${recorded}</div>`}${
        earlier.length > 0 && section('earlier', 'Earlier requests with this ID', again)
      }`,
    };
  },
});

function details(found: Request, integration: Integration | undefined, present: Present): Html {
  const { requestId, integrationId, method, path, route, status, rateLimitRemaining, userAgent, clientAddress } = found;
  const mono = (text: string | undefined): Fragment => text !== undefined && html`<span class="mono">${text}</span>`;
  const others = (label: string, query: Record<string, string>): Html =>
    html`<a class="small" href="${requestsPath(query)}">${label}</a>`;
  return html`<div class="panel">${facts([
    ['Request ID', copyable('request ID', requestId)],
    ['Time', html`${exactTime(found.time, present)} <span class="muted small">${present.timeZone}</span>`],
    [
      'Integration',
      integration
        ? html`<a href="/console/integrations/${integrationId}">${integration.name}</a>`
        : mono(integrationId),
    ],
    ['Method', mono(method)],
    ['Path', mono(path)],
    ['Route', route !== undefined && html`${mono(route)} ${others('All of this route', { route, method })}`],
    ['Status', html`${statusBadge(status)}`],
    ['Duration', `${milliseconds(found.durationMs)} ms`],
    ['Body', `${format(found.bytesIn)} bytes`],
    ['Answer', `${format(found.bytesOut)} bytes`],
    ['Replay', found.isReplay ? 'Yes: the answer of an earlier request with its Idempotency-Key' : 'No'],
    ['Rate limit left', rateLimitRemaining !== undefined && format(rateLimitRemaining)],
    ['User agent', userAgent],
    ['Client address', mono(clientAddress)],
  ])}</div>`;
}

const EARLIER = 10;

const NONE = { title: 'None', text: 'No earlier request has this ID.' };
