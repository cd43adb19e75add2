import { isUuid } from '../../../platform/core/ids.ts';
import type { Request } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { code as codeBlock } from '../../components/code.ts';
import { section } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import { table } from '../../components/table.ts';

/** An item of a problem's `errors`, as far as it is shown in words. */
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
