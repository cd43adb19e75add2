import type { Request } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { type Empty, statusBadge } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { decimalText, numberText, t } from '../../components/language.ts';
import { type Column, table } from '../../components/table.ts';
import { exactTime, type Present } from '../../components/time.ts';
import { PATH } from './filter.ts';
import type { Told } from './sentences.ts';

interface RequestsTable {
  readonly label: string;
  readonly requests: readonly Request[];
  readonly present: Present;
  /** What they asked for, where requests of several integrations are listed. */
  readonly told?: Told;
  readonly empty: Empty;
}

/** Records of requests, each leading to its page. */
export function requestsTable({ label, requests, present, told, empty }: RequestsTable): Html {
  const what: Column<Request>[] = told ? [{ head: t.requests.what, kind: 'wrap', cell: told }] : [];
  return table<Request>({
    label,
    rows: requests,
    href: requestPath,
    columns: [
      ...what,
      { head: t.words.time, cell: ({ time }) => exactTime(time, present) },
      { head: t.words.status, cell: ({ status }) => statusBadge(status) },
      {
        head: t.requests.request,
        cell: ({ method, path, code }) =>
          html`<span class="hidden" lang="en">${method} ${path}</span><span class="mono clip path" title="${method} ${path}" lang="en" aria-hidden="true"><span class="muted method">${method} </span>${pathEnds(path)}</span>${code !== undefined && html`<span class="mono muted small" lang="en">${code}</span>`}`,
      },
      {
        head: t.requests.duration,
        kind: 'num',
        cell: ({ durationMs }) => `${milliseconds(durationMs)} ${t.requests.ms}`,
      },
    ],
    empty,
  });
}

/**
 * A path as it is shown, without the common prefix. Where there is no room, its end stays visible, because ends differ.
 */
function pathEnds(path: string): Html {
  const [, start = '', end = ''] = /^(?:\/api\/v4(?=\/))?(.*?)(\/[^/]*)$/s.exec(path) ?? [undefined, '', path];
  return html`<span class="start">${start}</span><span class="end">${end}</span>`;
}

/** The page of a request. Clients may use an id several times: the time tells which of them is meant. */
export function requestPath({ requestId, time }: Pick<Request, 'requestId' | 'time'>): string {
  // Browsers take `.` and `..` for steps, encoded or not.
  const segment = /^\.+$/.test(requestId) ? `${NO_STEP}${requestId}` : encodeURIComponent(requestId);
  return `${PATH}/${segment}?${new URLSearchParams({ time })}`;
}

/** The id in the path of a request's page. */
export function requestIdIn(segment: string): string {
  return segment.startsWith(NO_STEP) ? segment.slice(NO_STEP.length) : segment;
}

/** No id begins like this. */
const NO_STEP = '~';

/** A duration as people compare it: 0.8, 12, 2 004. */
export function milliseconds(ms: number): string {
  return ms < 10 ? decimalText(ms, 1) : numberText(Math.round(ms));
}
