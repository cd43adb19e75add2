import { present as required } from '../../../platform/core/present.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { form, KEY } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { presentIn } from '../../components/time.ts';
import { screen } from '../../route/screen.ts';
import { exampleOf, tryFormat } from './code-format.ts';
import { PATH, settingFields } from './fields.ts';
import { lastChanges } from './last-changes.ts';
import { changeOf, valuesOf } from './values.ts';

/** All settings of the institution. What is typed is tried with the same form, sent by GET. */
export const settings = screen({
  path: '/settings',
  success: 'The settings were saved.',
  async view({ call, callIfAvailable, query, present, session }, state) {
    const [{ settings: inEffect }, last] = await Promise.all([
      call(InstitutionService.method.getInstitutionSettings, {}),
      lastChanges(callIfAvailable, session.actor.institutionId, present),
    ]);
    const stored = valuesOf(required(inEffect, 'settings'));
    const typed = !(KEY in state.values) && KEY in query ? query : state.values;
    const values: typeof stored = { ...stored, example: exampleOf(stored.user_code_format ?? '') };
    const { time_tracking_timezone: zone, user_code_format: format = '', example = '' } = { ...values, ...typed };
    const localTime = presentIn(zone || 'UTC', present);
    const fields = settingFields({
      values,
      last,
      localTime: localTime
        ? html`Local time there: ${localTime}.`
        : html`<b class="error">There is no such time zone.</b>`,
      trial: await tryFormat(callIfAvailable, format, example),
    });
    return {
      title: 'Settings',
      isNarrow: true,
      body: html`${heading({
        title: 'Settings',
        about: html`They hold for every course, room and person of ${session.institutionName}. The <a href="/console/audit?kind=institution">audit</a> has all their changes.`,
      })}${form({ ...state, values: typed }, { fields, submit: 'Save settings' })}`,
    };
  },
  async submit({ call, send, values }) {
    const { settings: inEffect } = await call(InstitutionService.method.getInstitutionSettings, {});
    await send(InstitutionService.method.setInstitutionSettings, {
      change: changeOf(values, required(inEffect, 'settings')),
    });
    return { to: PATH };
  },
});
