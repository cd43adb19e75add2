import type { Request } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { statusBadge } from '../../components/badge.ts';
import { section } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { type Present, time } from '../../components/time.ts';

/** The last requests of an integration that were refused or failed. */
export function latestErrors(errors: readonly Request[], present: Present): Html {
  const list = table<Request>({
    label: 'Latest errors',
    rows: errors,
    columns: [
      { head: 'Time', cell: (each) => time(each.time, present) },
      { head: 'Status', cell: ({ status }) => statusBadge(status) },
      { head: 'Code', cell: ({ code }) => html`<span class="mono">${code}</span>` },
      {
        head: 'Request',
        cell: ({ method, route, path }) =>
          html`<span class="mono"><span class="muted">${method}</span> ${route || path}</span>`,
      },
      { head: 'Detail', kind: 'wrap', cell: ({ detail }) => detail },
    ],
    empty: { title: 'No errors', text: 'Requests that are refused or fail would be listed here.' },
  });
  return section('errors', 'Latest errors', list);
}
