import type { MessageInitShape } from '@bufbuild/protobuf';
import { dateFault } from '../../../platform/core/instant.ts';
import { present as required } from '../../../platform/core/present.ts';
import {
  InstitutionService,
  type Retention,
  type SettingsChangeSchema,
} from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { livePart } from '../../components/control.ts';
import { heading } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { numberText, t } from '../../components/language.ts';
import { changeScreen } from '../../route/change-screen.ts';
import type { Values } from '../../route/opened-form.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { todayIn } from '../time-records/record-of.ts';
import { changedSettings } from './changed-settings.ts';
import { lastChanges } from './last-changes.ts';
import { previewText } from './retention-preview.ts';
import { changeOf, propertyOf, RETENTION } from './values.ts';

/** How long things are kept. What typed values would let go is counted with the same form, sent by GET. */
export const retention = changeScreen(changedSettings, {
  path: '/settings/retention',
  success: () => t.retention.saved,
  next: () => RETENTION,
  async fields({ call, callIfAvailable, present, session }, { institution }, typed) {
    const values = valuesOf(required(institution?.settings?.retention, 'retention'));
    const tomorrow = String(todayIn(present).add({ days: 1 }));
    const on = typed.on === undefined || dateFault(typed.on) ? tomorrow : typed.on;
    const [last, preview] = await Promise.all([
      lastChanges(callIfAvailable, session.actor.institutionId, present),
      Object.keys(faultsOf({ ...values, ...typed })).length > 0
        ? t.retention.typeNumbers
        : previewText(call, { on, change: changeTo({ ...values, ...typed }) }, present),
    ]);
    const live = { path: RETENTION, part: 'preview' };
    const setting = (name: (typeof NAMES)[number]): Field => {
      const { label, help } = t.retention.fields[name];
      const by = last(propertyOf(name));
      return {
        kind: 'number',
        name,
        label,
        value: values[name] ?? '',
        live,
        help: html`${help}${by && html`<br>${by}`}`,
      };
    };
    return [
      ...NAMES.map(setting),
      {
        isParameter: true,
        kind: 'date',
        name: 'on',
        label: t.retention.previewOn,
        value: on,
        live,
        beside: html`<button class="button" formmethod="get">${t.retention.preview}</button>`,
        help: livePart('preview', preview),
      },
    ];
  },
  view: ({ session }, { fields, ...state }) => ({
    title: t.retention.title,
    isNarrow: true,
    body: html`${heading({
      title: t.retention.title,
      parent: { href: '/console/settings', title: t.words.settings },
      about: t.retention.about(session.institutionName),
    })}${form(state, { fields, submit: t.retention.save })}`,
  }),
  async confirmation({ institution }, changed, { call, present }) {
    const isShorter = Object.entries(changed).some(([name, value]) => value !== '' && name !== KEEP);
    const values = { ...valuesOf(required(institution?.settings?.retention, 'retention')), ...changed };
    // Faults are shown first.
    if (!isShorter || Object.keys(faultsOf(values)).length > 0) return undefined;
    const on = String(todayIn(present).add({ days: 1 }));
    return {
      title: t.retention.saveQuestion,
      consequences: [
        t.retention.firstRun(await previewText(call, { on, change: changeTo(values) }, present)),
        t.retention.forGood,
      ],
      act: t.retention.save,
      back: RETENTION,
    };
  },
  async save({ send, record, changed, precondition }) {
    refuseFaults(faultsOf({ ...valuesOf(required(record.institution?.settings?.retention, 'retention')), ...changed }));
    await send(InstitutionService.method.setInstitutionSettings, { change: changeOf(changed), precondition });
    return undefined;
  },
  check: (_visit, typed) => faultsOf(typed),
});

const KEEP = 'retention_keep_hours_years';
const NAMES = [
  'retention_people_months',
  'retention_notes_months',
  'retention_hours_years',
  'retention_audit_years',
  KEEP,
] as const;

function valuesOf(stored: Retention): Record<string, string> {
  const shown = (value: number | undefined) => String(value ?? '');
  return {
    retention_people_months: shown(stored.peopleMonths),
    retention_notes_months: shown(stored.notesMonths),
    retention_hours_years: shown(stored.hoursYears),
    retention_audit_years: shown(stored.auditYears),
    [KEEP]: shown(stored.keepHoursYears),
  };
}

/** The settings of a form, all of them. */
function changeTo(values: Values): MessageInitShape<typeof SettingsChangeSchema> {
  return changeOf(Object.fromEntries(NAMES.map((name) => [name, values[name] ?? ''])));
}

function faultsOf(typed: Values): Record<string, string> {
  const faults = NAMES.flatMap((name): [string, string][] => {
    const value = typed[name] ?? '';
    const most = name.endsWith('_months') ? 1_200 : 100;
    return value === '' || (/^[1-9]\d{0,3}$/.test(value) && Number(value) <= most)
      ? []
      : [[name, t.retention.wholeNumber(numberText(most))]];
  });
  const { retention_hours_years: hours = '', [KEEP]: keep = '' } = typed;
  if (faults.length === 0 && hours !== '' && Number(hours) < Number(keep))
    faults.push(['retention_hours_years', t.retention.keptLonger(keep)]);
  return Object.fromEntries(faults);
}
