import { present as required } from '../../../platform/core/present.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { heading, link, linkButton } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { presentIn } from '../../components/time.ts';
import { changeScreen } from '../../route/change-screen.ts';
import type { Values } from '../../route/opened-form.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { WORKING_TIME } from '../working-time/paths.ts';
import { YOUR_DATA } from '../your-data/paths.ts';
import { changedSettings } from './changed-settings.ts';
import { consequencesOf } from './consequences.ts';
import { exampleOf, formatFault, PATH, settingFields, tryFormat } from './fields.ts';
import { lastChanges } from './last-changes.ts';
import { changeOf, RETENTION, valuesOf } from './values.ts';

/** All settings of the institution. Typed values are tried with the same form, sent by GET. */
export const settings = changeScreen(changedSettings, {
  path: '/settings',
  success: () => t.settings.saved,
  next: () => PATH,
  async fields({ callIfAvailable, present, session, languages }, { institution }, typed) {
    const stored = valuesOf(required(institution?.settings, 'settings'));
    const values: typeof stored = { ...stored, example: exampleOf(stored.user_code_format ?? '') };
    const { time_tracking_timezone: zone, user_code_format: format = '', example = '' } = { ...values, ...typed };
    const localTime = presentIn(zone || 'UTC', present);
    const [last, trial] = await Promise.all([
      lastChanges(callIfAvailable, session.actor.institutionId, present),
      tryFormat(callIfAvailable, format, example),
    ]);
    return settingFields({
      values,
      last,
      trial,
      languages,
      localTime: localTime ? t.settings.localTime(localTime) : html`<b class="error">${t.settings.noZone}</b>`,
    });
  },
  view: ({ session }, { fields, ...state }) => ({
    title: t.words.settings,
    isNarrow: true,
    body: html`${heading({
      title: t.words.settings,
      about: t.settings.about(session.institutionName, link('/console/audit?kind=institution', t.settings.auditLink)),
      actions: html`${linkButton(WORKING_TIME, t.settings.workingTime)}${linkButton(RETENTION, t.retention.title)}${linkButton(YOUR_DATA, t.settings.yourData)}`,
    })}${form(state, { fields, submit: t.settings.save })}`,
  }),
  async confirmation(_settings, changed, visit) {
    // Faults are shown first.
    if (Object.keys(await faultsOf(visit, changed)).length > 0) return undefined;
    const consequences = await consequencesOf(visit, changed);
    if (consequences.length === 0) return undefined;
    return { title: t.settings.saveQuestion, consequences, act: t.settings.save, back: PATH };
  },
  async save({ send, changed, precondition }) {
    await send(InstitutionService.method.setInstitutionSettings, { change: changeOf(changed), precondition });
    return undefined;
  },
  check: faultsOf,
});

/** The faults of a time zone and a code format. */
async function faultsOf({ callIfAvailable, present }: SessionVisit, typed: Values): Promise<Record<string, string>> {
  const { time_tracking_timezone: zone = '', user_code_format: format = '' } = typed;
  const fault = await formatFault(callIfAvailable, format);
  return {
    ...(zone !== '' && !presentIn(zone, present) && { time_tracking_timezone: t.settings.noZone }),
    ...(fault !== undefined && { user_code_format: fault }),
  };
}
