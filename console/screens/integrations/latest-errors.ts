import type { Request } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { statusBadge } from '../../components/badge.ts';
import { section } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { type Present, time } from '../../components/time.ts';
import { requestsPath } from '../requests/filter.ts';
import { requestPath } from '../requests/requests-table.ts';

/** The last requests of an integration that were refused or failed. */
export function latestErrors(integration: string, errors: readonly Request[], present: Present): Html {
  const list = table<Request>({
    label: 'Latest errors',
    rows: errors,
    href: requestPath,
    columns: [
      { head: 'Time', cell: (each) => time(each.time, present) },
      { head: 'Status', cell: ({ status }) => statusBadge(status) },
      { head: 'Code', cell: ({ code }) => html`<span class="mono">${code}</span>` },
      {
        head: 'Request',
        cell: ({ method, route, path }) =>
          html`<span class="mono clip"><span class="muted">${method}</span> ${route ?? path}</span>`,
      },
      { head: 'Detail', kind: 'wrap', cell: ({ detail }) => detail },
    ],
    empty: { title: 'No errors', text: 'Requests that fail appear here.' },
  });
  const all = (label: string, status: Record<string, string>) =>
    html`<a href="${requestsPath({ integration, ...status })}">${label}</a>`;
  return section(
    'errors',
    'Latest errors',
    list,
    html`<p class="small actions">${all('All 4xx', { status: '4xx' })}${all('All 5xx', { status: '5xx' })}${all('All requests', {})}</p>`,
  );
}
