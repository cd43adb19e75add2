import { Refusal } from '../../../platform/core/errors/refusal.ts';
import {
  type PeopleImportFault,
  PeopleImportService,
  type PreviewPeopleImportResponse,
} from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { submitButton } from '../../components/button.ts';
import { confirmation } from '../../components/confirmation.ts';
import { CONFIRMED, type FormState, form } from '../../components/form.ts';
import { heading, section } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import { faultSummary } from '../../components/message.ts';
import type { Page } from '../../components/page.ts';
import { shownValues } from '../../components/shown-values.ts';
import { table } from '../../components/table.ts';
import type { Values } from '../../route/opened-form.ts';
import { type Redirect, type Sent, type SessionVisit, screen } from '../../route/screen.ts';
import { sentenceOf } from '../../route/sent-form.ts';
import { archiving } from '../administrators/archiving.ts';
import { IGNORE_UNKNOWN, previewPathOf } from './import.ts';
import { PATH } from './person-of.ts';
import { changesOfPreview } from './preview-changes.ts';

/** The fields with the state that a preview has seen, and the administrators whom it archives. */
const STATE = 'state';
const ARCHIVED = 'archived';

/** What a file would do to people, and the form that does it. */
export const previewPeople = screen({
  path: '/people/import/{id}',
  success: 'The people were imported.',
  isLong: true,
  afterSignIn: `${PATH}/import`,
  view: (visit, state) => show(visit, visit.query, state),
  async submit(visit) {
    const { send, values, fresh, params } = visit;
    const id = params.id ?? '';
    const isConfirmed = CONFIRMED in values;
    try {
      const leaving = (values[ARCHIVED] ?? '').split(' ').filter((each) => each !== '');
      await archiving(visit, leaving, async () => {
        const options = await optionsOf(visit, values, leaving);
        await send(PeopleImportService.method.importPeople, { id, options, state: values[STATE] ?? '', isConfirmed });
      });
      return { to: PATH };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'PEOPLE_IMPORT_UNCONFIRMED') return question(visit, error);
      if (!STALE.has(error.code)) throw error;
    }
    const page = await show(visit, values, fresh, true);
    return 'to' in page ? page : { ...page, status: 409 };
  },
});

/** What a service answers when people are not as a preview has shown them. */
const STALE: ReadonlySet<string> = new Set([
  'PEOPLE_IMPORT_STALE',
  'USER_EMAIL_TAKEN',
  'USER_CODE_TAKEN',
  'LAST_ADMINISTRATOR',
]);

/** @param leaving whom identity knows to be about to be archived */
async function optionsOf({ call }: Pick<SessionVisit, 'call'>, values: Values, leaving: readonly string[] = []) {
  const { administrators } = await call(AdministratorService.method.listAdministrators, {});
  return {
    ignoreUnknownColumns: values[IGNORE_UNKNOWN] === '1',
    administrators: administrators.map(({ userId, canSignIn }) => ({
      userId,
      canSignIn,
      isLeaving: leaving.includes(userId),
    })),
  };
}

async function show(visit: SessionVisit, values: Values, state: FormState, isStale = false): Promise<Page | Redirect> {
  const { call, params } = visit;
  const id = params.id ?? '';
  const preview = await call(PeopleImportService.method.previewPeopleImport, {
    id,
    options: await optionsOf(visit, values),
    ...(isStale && { since: values[STATE] ?? '' }),
  });
  if (preview.isImported) return { to: PATH };
  const { created, changed, unchanged, faultCount, hasUnknownColumns, state: seen, archivedAdministrators } = preview;
  const ignored = values[IGNORE_UNKNOWN] === '1' ? { [IGNORE_UNKNOWN]: '1' } : {};
  return {
    title: 'Preview',
    isNarrow: true,
    body: html`${heading({
      title: 'Preview',
      parent: { href: `${PATH}/import`, title: 'Import people' },
      about: faultCount > 0 ? 'The file has faults. Correct them in the spreadsheet, and send it again.' : ABOUT,
    })}${isStale && faultSummary(CHANGED, await changesOfPreview(visit, preview))}${shownValues('preview', [
      ['New', String(created)],
      ['Changed', String(changed)],
      ['Unchanged', String(unchanged)],
      ['Faults', String(faultCount)],
    ])}${hasUnknownColumns && columnsForm(id, ignored)}${
      faultCount > 0
        ? faultsOf(preview)
        : form(
            { ...state, values: {} },
            {
              fields: [],
              submit: 'Import',
              carried: { [STATE]: seen, [ARCHIVED]: archivedAdministrators.join(' '), ...ignored },
              cancel: PATH,
            },
          )
    }`,
  };
}

const ABOUT = 'Nothing has been changed yet. The file is imported as a whole, or not at all.';
const CHANGED =
  'Nothing was imported, because some people or groups in the file have changed since the preview. Check the new preview below, then import again.';

/** Shows the preview with or without unknown columns: changes nothing, and so is in the address. */
function columnsForm(id: string, ignored: Values): Html {
  return html`<form class="form" action="${previewPathOf(id)}"><div class="field"><span></span><div class="control"><div class="check"><input type="checkbox" value="1" id="${IGNORE_UNKNOWN}" name="${IGNORE_UNKNOWN}"${IGNORE_UNKNOWN in ignored && html` checked`}><label for="${IGNORE_UNKNOWN}">Ignore unknown columns</label></div></div></div>
<div class="form-foot">${submitButton('Preview', 'plain')}</div></form>`;
}

function faultsOf({ faults, faultCount }: PreviewPeopleImportResponse): Html {
  const list = table<PeopleImportFault>({
    label: 'Faults',
    rows: faults,
    columns: [
      { head: 'Row', cell: ({ row }) => String(row) },
      { head: 'Column', cell: ({ column }) => html`<span class="mono">${column}</span>` },
      { head: 'Fault', kind: 'wrap', cell: ({ message }) => sentenceOf(message) },
    ],
    empty: { title: '', text: '' },
  });
  const all = faultCount > faults.length ? `The first ${faults.length} of ${faultCount}` : `${faultCount} in all`;
  return section('faults', 'Faults', list, html`<span class="muted small">${all}</span>`);
}

/** Asks before many people are archived. */
function question({ fresh, values, params }: SessionVisit & Sent, { extensions }: Refusal): Page {
  const { archived, active } = extensions as { readonly archived: number; readonly active: number };
  const title = `Archive ${archived} of ${active} active people?`;
  const consequences = [
    `The file archives ${archived} people: more than a tenth of the ${active} who are active.`,
    'They will no longer be able to clock in, be invited or sign in. Their records and appointments stay.',
  ];
  const back = previewPathOf(params.id ?? '', values[IGNORE_UNKNOWN] === '1');
  return { title, status: 200, body: confirmation(fresh, { title, consequences, act: 'Import', back }, values) };
}
