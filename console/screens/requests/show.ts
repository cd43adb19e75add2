import { isUuid } from '../../../platform/core/ids.ts';
import { parseDateTime, toInstantText } from '../../../platform/core/instant.ts';
import { type Request, RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { type Integration, IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import {
  code as codeBlock,
  copyable,
  facts,
  heading,
  details as ids,
  link,
  section,
  statusBadge,
} from '../../components/elements.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { numberText } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { exactTime, type Present, time } from '../../components/time.ts';
import { Failure } from '../../http/failure.ts';
import { screen } from '../../route/screen.ts';
import { ACCESS, areasWords } from '../integrations/access.ts';
import { PATH, requestsPath } from './filter.ts';
import { milliseconds, requestIdIn, requestsTable } from './requests-table.ts';
import { toldOf } from './sentences.ts';

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
    const told = await toldOf(callIfAvailable, [found], new Map(integration && [[integration.id, integration.name]]));
    const recorded = section('recorded', 'Recorded', details(found, integration, present));
    const again = requestsTable({ label: 'Earlier requests with this ID', requests: earlier, present, empty: NONE });
    return {
      title: `${method} ${route ?? path}`,
      body: html`${heading({
        title: told(found),
        parent: { href: PATH, title: 'Requests' },
        about: html`${statusBadge(status)} <span class="mono">${method} ${route ?? path}</span> ${code !== undefined && html`<span class="mono">${code}</span> · `}${time(found.time, present)} · ${milliseconds(found.durationMs)} ms`,
      })}${code === undefined ? recorded : html`<div class="split">${problem(found, code, publicUrl)}${recorded}</div>`}${
        earlier.length > 0 && section('earlier', 'Earlier requests with this ID', again)
      }`,
    };
  },
});

function details(found: Request, integration: Integration | undefined, present: Present): Html {
  const { requestId, integrationId, method, path, route, status, rateLimitRemaining, userAgent, clientAddress } = found;
  const { access, areas } = found;
  const mono = (text: string | undefined): Fragment => text !== undefined && html`<span class="mono">${text}</span>`;
  const others = (label: string, query: Record<string, string>): Html => link(requestsPath(query), label, 'small');
  return html`<div class="panel">${facts([
    ['Time', html`${exactTime(found.time, present)} <span class="muted small">${present.timeZone}</span>`],
    [
      'Integration',
      integration ? link(`/console/integrations/${integrationId}`, integration.name) : mono(integrationId),
    ],
    ['Access', access !== undefined && ACCESS[access === 'read' ? 'read' : 'full']],
    ['Areas', access !== undefined && areasWords(areas.length === 0 ? null : areas)],
    ['Method', mono(method)],
    ['Path', mono(path)],
    ['Route', route !== undefined && html`${mono(route)} ${others('All of this route', { route, method })}`],
    ['Status', html`${statusBadge(status)}`],
    ['Duration', `${milliseconds(found.durationMs)} ms`],
    ['Body', `${numberText(found.bytesIn)} bytes`],
    ['Answer', `${numberText(found.bytesOut)} bytes`],
    ['Replay', found.isReplay ? 'Yes: the answer of an earlier request with its Idempotency-Key' : 'No'],
    ['Rate limit left', rateLimitRemaining !== undefined && numberText(rateLimitRemaining)],
    ['User agent', userAgent],
    ['Client address', mono(clientAddress)],
  ])}${ids([['Request ID', copyable('request ID', requestId)]])}</div>`;
}

const EARLIER = 10;

const NONE = { title: 'None', text: 'No earlier request has this ID.' };

/** The parts of an item of a problem's `errors` that are shown in words. */
interface ProblemError {
  readonly pointer?: string;
  readonly message?: string;
  readonly code?: string;
}

/**
 * The problem that a request was answered with, and where its code is explained. Members of a single operation's
 * problems are not recorded.
 */
export function problem({ status, detail, errors: json, requestId }: Request, code: string, publicUrl: string): Html {
  const errors = json === undefined ? undefined : (JSON.parse(json) as readonly ProblemError[]);
  const page = `${publicUrl}/errors/${encodeURIComponent(code)}`;
  const sent = {
    type: page,
    code,
    title: titleOf(code),
    status,
    detail,
    ...(isUuid(requestId) && { instance: `urn:uuid:${requestId}` }),
    errors,
  };
  const faults =
    errors &&
    table<ProblemError>({
      label: 'Errors',
      rows: errors,
      columns: [
        { head: 'Pointer', cell: ({ pointer = '' }) => html`<span class="mono">${pointer || '(whole body)'}</span>` },
        { head: 'Message', kind: 'wrap', cell: ({ message }) => message },
        { head: 'Code', cell: (each) => html`<span class="mono muted">${each.code}</span>` },
      ],
      empty: { title: 'No errors', text: 'The problem names no field.' },
    });
  const pages = html`<a href="${page}">What to do</a> <a href="${publicUrl}/docs/guides/errors#${encodeURIComponent(code)}">Guide</a>`;
  return section(
    'problem',
    'Problem',
    html`<p>${detail}</p>${faults}${codeBlock('As sent', JSON.stringify(sent, undefined, 2), 'sent')}`,
    html`<p class="small actions">${pages}</p>`,
  );
}

/** The title of a code's problems is the code in words. */
function titleOf(code: string): string {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
}
