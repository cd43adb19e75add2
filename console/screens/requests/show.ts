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
import { numberText, t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { exactTime, type Present, time } from '../../components/time.ts';
import { Failure } from '../../http/failure.ts';
import { screen } from '../../route/screen.ts';
import { areasWords } from '../integrations/access.ts';
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
    const none = { title: t.requests.noEarlier, text: t.requests.noEarlierText };
    const recorded = section('recorded', t.requests.recorded, details(found, integration, present));
    const again = requestsTable({ label: t.requests.earlier, requests: earlier, present, empty: none });
    return {
      title: `${method} ${route ?? path}`,
      body: html`${heading({
        title: told(found),
        parent: { href: PATH, title: t.frame.requests },
        about: html`${statusBadge(status)} <span class="mono" lang="en">${method} ${route ?? path}</span> ${code !== undefined && html`<span class="mono" lang="en">${code}</span> · `}${time(found.time, present)} · ${milliseconds(found.durationMs)} ${t.requests.ms}`,
      })}${code === undefined ? recorded : html`<div class="split">${problem(found, code, publicUrl)}${recorded}</div>`}${
        earlier.length > 0 && section('earlier', t.requests.earlier, again)
      }`,
    };
  },
});

function details(found: Request, integration: Integration | undefined, present: Present): Html {
  const { requestId, integrationId, method, path, route, status, rateLimitRemaining, userAgent, clientAddress } = found;
  const { access, areas } = found;
  const mono = (text: string | undefined): Fragment =>
    text !== undefined && html`<span class="mono" lang="en">${text}</span>`;
  const others = (label: string, query: Record<string, string>): Html => link(requestsPath(query), label, 'small');
  return html`<div class="panel">${facts([
    [t.words.time, html`${exactTime(found.time, present)} <span class="muted small">${present.timeZone}</span>`],
    [
      t.words.integration,
      integration ? link(`/console/integrations/${integrationId}`, integration.name) : mono(integrationId),
    ],
    [t.integrations.access, access !== undefined && t.integrations.accessNames[access === 'read' ? 'read' : 'full']],
    [t.integrations.areas, access !== undefined && areasWords(areas.length === 0 ? null : areas)],
    [t.requests.method, mono(method)],
    [t.words.path, mono(path)],
    [t.requests.route, route !== undefined && html`${mono(route)} ${others(t.requests.allOfRoute, { route, method })}`],
    [t.words.status, html`${statusBadge(status)}`],
    [t.requests.duration, `${milliseconds(found.durationMs)} ${t.requests.ms}`],
    [t.requests.body, t.requests.bytes(numberText(found.bytesIn))],
    [t.requests.answer, t.requests.bytes(numberText(found.bytesOut))],
    [t.requests.replay, found.isReplay ? t.requests.isReplay : t.parts.no],
    [t.requests.limitLeft, rateLimitRemaining !== undefined && numberText(rateLimitRemaining)],
    [t.requests.userAgent, userAgent !== undefined && html`<span lang="en">${userAgent}</span>`],
    [t.requests.clientAddress, mono(clientAddress)],
  ])}${ids([[t.words.requestId, copyable(t.requests.ofRequestId, requestId)]])}</div>`;
}

const EARLIER = 10;

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
      label: t.requests.errors,
      rows: errors,
      columns: [
        {
          head: t.requests.pointer,
          cell: ({ pointer = '' }) =>
            html`<span class="mono"${pointer !== '' && html` lang="en"`}>${pointer || t.requests.wholeBody}</span>`,
        },
        { head: t.requests.message, kind: 'wrap', cell: ({ message }) => html`<span lang="en">${message}</span>` },
        { head: t.words.code, cell: (each) => html`<span class="mono muted" lang="en">${each.code}</span>` },
      ],
      empty: { title: t.requests.noErrors, text: t.requests.noErrorsText },
    });
  const pages = html`<a href="${page}" hreflang="en">${t.requests.whatToDo}</a> <a href="${publicUrl}/docs/guides/errors#${encodeURIComponent(code)}" hreflang="en">${t.requests.guide}</a>`;
  return section(
    'problem',
    t.requests.problem,
    html`<p lang="en">${detail}</p>${faults}${codeBlock(t.requests.asSent, JSON.stringify(sent, undefined, 2), 'sent')}`,
    html`<p class="small actions">${pages}</p>`,
  );
}

/** The title of a code's problems is the code in words. */
function titleOf(code: string): string {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
}
