import { Code } from '@connectrpc/connect';
import { describe, expect, it } from 'vitest';
import { inLanguage, Language } from '../../console/components/language.ts';
import { sentenceOf } from '../../console/components/refusals.ts';
import { inEnglish } from '../../console/components/testing/english.ts';
import { screens } from '../../console/screens/screens.ts';
import { refusals as german } from '../../languages/de/console/refusals.ts';
import { refusals } from '../../languages/en/console/refusals.ts';
import { catalogue, type RefusalKind } from '../../platform/core/errors/catalogue.ts';
import { isFault, Refusal } from '../../platform/core/errors/refusal.ts';
import { refusalsOf } from '../../platform/core/errors/refusals-of.ts';
import { isProduction, projectFiles } from '../architecture/project/project.ts';
import { contractFiles } from '../support/contract-files.ts';

const [spoken] = (await Language.read(['de'])).values();
const inGerman = (message: string) => inLanguage(spoken as Language, () => `${sentenceOf(message)}`);
const isUnknown = (message: string) => inGerman(message).startsWith('<span lang="en">');

/** Where texts about values are written, as services and the platform begin them. */
const WRITTEN = /^(services\/(directory|identity|timetracking|webhooks|activity)|platform\/(core|handler|calls))\//;
const BEGINS = /^(must|is|has|have|names|names?,|needs|gives|does|cannot|would|value|no active|[“"]\{\})( |,)/;
/** Files whose texts are not of forms and lists of the console, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'platform/calls/remote-transport.ts': 'of calls',
  'platform/core/config/variables.ts': 'of the environment',
  'platform/core/start-error.ts': 'of a start',
  'services/identity/config.ts': 'of the environment',
  'services/directory/import/institution.ts': 'of bundles',
  'services/directory/domain/group-limit.ts': 'of bundles',
  'services/timetracking/import/sections.ts': 'of bundles',
  'services/timetracking/members/bulk-members.ts': 'of integrations',
  'services/timetracking/rpc/add-timestamp.ts': 'of integrations',
  'services/timetracking/rpc/list-timestamp-templates.ts': 'of integrations',
  'services/identity/audit-stream/serve-stream.ts': 'of the log',
  'services/identity/audit-stream/worker.ts': 'of the log',
  'services/identity/problem-mail/mail-worker.ts': 'of the log',
  'services/identity/problem-mail/send-noted.ts': 'of the log',
  'services/activity/rpc/requests.ts': 'one of its texts is of the gateway',
  'services/webhooks/worker/worker.ts': 'of the log',
  'services/identity/openid/openid-failure.ts': 'of the log',
};

/** The texts in a source file that say what is wrong with a value: `{}` stands for what varies. */
function textsIn(source: string): string[] {
  const code = source.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, plain, template]) => plain ?? template?.replaceAll(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '{}') ?? '')
    .filter((text) => BEGINS.test(text) && text.includes(' '));
}

const written = projectFiles()
  .filter((file) => isProduction(file) && WRITTEN.test(file.path) && !(file.path in OTHERS))
  .flatMap(({ path, text }) => textsIn(text).map((each): [string, string] => [each.replaceAll('{}', '7'), path]));

/** Refusals that a form can show: those of other kinds are pages of their own, unless a screen names a field for them. */
const PAGES = [Code.NotFound, Code.PermissionDenied, Code.Unauthenticated, Code.ResourceExhausted, Code.Aborted];
const ofFields = new Set(screens.flatMap(({ faults = {} }) => Object.keys(faults)));
const shown = [
  ...contractFiles.flatMap(({ enums }) =>
    enums
      .filter(({ name }) => name === 'RefusalCode')
      .flatMap((schema) => Object.values<RefusalKind>(refusalsOf(schema))),
  ),
  ...Object.entries(catalogue).map(([code, kind]): RefusalKind => ({ code, ...kind })),
].filter((kind) => ofFields.has(kind.code) || !(isFault(new Refusal(kind)) || PAGES.includes(kind.status)));

describe('what services refuse with', () => {
  it('is found in the sources, and a text that has no German is noticed', () => {
    expect(written.length).toBeGreaterThan(100);
    expect(shown.length).toBeGreaterThan(30);
    expect(textsIn("fault(column, 'must be a planted one');\n// 'must not count'")).toEqual(['must be a planted one']);
    expect(isUnknown('must be a planted one')).toBe(true);
  });

  it('has German, in whatever place of the sources it is', () => {
    expect(written.filter(([text]) => isUnknown(text))).toEqual([]);
    expect(shown.filter(({ message }) => isUnknown(message)).map(({ code }) => code)).toEqual([]);
  });

  it('varies in as many places in German as in English at most', () => {
    const places = (text: string) => text.split('{}').length;
    const more = Object.entries(german).filter(
      ([key, text]) => places(text) > places(refusals[key as keyof typeof refusals]),
    );
    expect(more).toEqual([]);
  });

  it.each([
    ['must be at most 255 characters', 'Geben Sie höchstens 255 Zeichen ein.'],
    [
      'must be greater than 0 and less than or equal to 1440',
      'Geben Sie einen Wert ein, der größer als 0 und höchstens 1440 ist.',
    ],
    ['must have the format NH-[0], such as NH-1', 'Der Code muss das Format NH-[0] haben, zum Beispiel NH-1.'],
    [
      'must be after 2026-10-05 08:00:00 and at the latest 2026-10-06 09:30:00',
      'Das Ende muss nach 05.10.2026 08:00 und darf nicht nach 06.10.2026 09:30 liegen.',
    ],
    ['The user was erased.', 'Die Person wurde endgültig gelöscht. Laden Sie die Seite neu.'],
    ['is {} and <b> & more', '<span lang="en">Is {} and &lt;b&gt; &amp; more.</span>'],
  ])('%s: %s', (english, sentence) => {
    expect(inGerman(english)).toBe(sentence);
  });

  it('is the same sentence as ever in English', () => {
    expect(inEnglish(() => ['must not be blank', 'The user was erased.'].map(sentenceOf))).toEqual([
      'Must not be blank.',
      'The user was erased.',
    ]);
  });

  it('of any length takes no time worth speaking of', () => {
    expect(isUnknown(`must have the format ${', such as x'.repeat(1_000_000)}!`)).toBe(false);
    expect(isUnknown('x'.repeat(10_000_000))).toBe(true);
  });
});
