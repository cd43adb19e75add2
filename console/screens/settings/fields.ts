import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { livePart } from '../../components/control.ts';
import type { Field } from '../../components/form.ts';
import { type Fragment, html } from '../../components/html.ts';
import { labelOf } from '../../components/labels.ts';
import { languageOptions, numberText, t } from '../../components/language.ts';
import { sentenceOf } from '../../components/refusals.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import type { LastChanges } from './last-changes.ts';
import { propertyOf } from './values.ts';
import { ZONE_NAMES } from './zone-names.ts';

interface Shown {
  /** First values by the name of the field. */
  readonly values: Readonly<Record<string, string>>;
  readonly last: LastChanges;
  /** The effects of the typed time zone, and of the code format. */
  readonly localTime: Fragment;
  readonly trial: Fragment;
  /** The tags of the languages that there are. */
  readonly languages: readonly string[];
}

export const PATH = '/console/settings';

/** The fields of the settings. */
export function settingFields({ values, last, localTime, trial, languages }: Shown): readonly Field[] {
  const setting = <F extends { readonly name: string; readonly help?: Fragment }>(field: F) => ({
    label: labelOf(field.name),
    ...field,
    value: values[field.name] ?? '',
    help: html`${field.help}<br>${last(propertyOf(field.name))}`,
  });
  const live = { path: PATH, part: 'trial' };
  return [
    setting({
      name: 'time_tracking_timezone',
      maxLength: 100,
      suggestions: ZONE_NAMES,
      live: { path: PATH, part: 'local-time' },
      help: html`${livePart('local-time', localTime)} ${t.settings.aboutZone}`,
    }),
    setting({
      name: 'user_code_format',
      maxLength: 255,
      live,
      help: t.settings.aboutFormat(html`<code>[0]</code>`),
    }),
    {
      isParameter: true,
      name: 'example',
      label: t.settings.example,
      maxLength: 255,
      value: values.example ?? '',
      live,
      beside: html`<button class="button" formmethod="get">${t.settings.try}</button>`,
      help: livePart('trial', trial),
    },
    setting({
      name: 'default_lesson_unit_name',
      maxLength: 255,
      help: t.settings.aboutUnit,
    }),
    setting({
      kind: 'number' as const,
      name: 'default_lesson_unit_minutes',
      help: t.settings.aboutMinutes,
    }),
    setting({
      kind: 'check' as const,
      name: 'time_tracking_enabled',
      help: t.settings.aboutTimeTracking,
    }),
    setting({
      kind: 'check' as const,
      name: 'scheduling_enabled',
      help: t.settings.aboutScheduling,
    }),
    setting({
      kind: 'check' as const,
      name: 'reject_room_conflicts',
      help: t.settings.aboutRoomConflicts,
    }),
    setting({
      kind: 'select' as const,
      name: 'language',
      options: [['', t.settings.asBrowser], ...languageOptions(languages, values.language ?? '')],
      help: t.settings.aboutLanguage,
    }),
  ];
}

/** A code that has a format. */
export function exampleOf(format: string): string {
  let digit = 0;
  return format.replaceAll('[0]', () => String(++digit % 10));
}

/** Whether an example and the codes of users match a format. */
export async function tryFormat(call: OptionalCall, format: string, example: string): Promise<Fragment> {
  if (format === '') return t.settings.anyCode;
  const request = { format, ...(example !== '' && { example }), withStoredCodes: true };
  const checked = await call(InstitutionService.method.checkUserCodeFormat, request).catch(faultOf);
  if (checked === undefined) return t.settings.notChecked;
  if (typeof checked === 'string')
    return html`<b class="error">${t.settings.badFormat(checked, sentenceOf(checked))}</b>`;
  const { exampleMatches, codes = 0, otherCodes = 0 } = checked;
  return html`${exampleMatches === true && html`${t.settings.exampleMatches} `}${exampleMatches === false && html`<b class="error">${t.settings.exampleDiffers}</b> `}${storedCodes(codes, otherCodes)}`;
}

function storedCodes(codes: number, others: number): string {
  const { noCodes, codesMatch, firstCodesMatch, codesDiffer, firstCodesDiffer } = t.settings;
  if (codes === 0) return noCodes;
  const isCut = codes === MAX_COMPARED;
  if (others === 0) return (isCut ? firstCodesMatch : codesMatch)(numberText(codes));
  return (isCut ? firstCodesDiffer : codesDiffer)(numberText(others), numberText(codes));
}

/** The fault of a format, as a sentence; undefined without one. */
export async function formatFault(call: OptionalCall, format: string): Promise<string | undefined> {
  if (format === '') return undefined;
  const fault = await call(InstitutionService.method.checkUserCodeFormat, { format }).catch(faultOf);
  return typeof fault === 'string' ? sentenceOf(fault) : undefined;
}

/** The fault of a text that is no format. */
function faultOf(error: unknown): string {
  const [violation] = error instanceof Refusal ? error.violations : [];
  if (!violation) throw error;
  return violation.message;
}

const MAX_COMPARED = 10_000;
