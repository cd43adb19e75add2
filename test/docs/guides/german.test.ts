import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messages as german } from '../../../languages/de/console/index.ts';
import { roles as germanRoles } from '../../../languages/de/roles.ts';
import { messages as english } from '../../../languages/en/console/index.ts';
import { roles as englishRoles } from '../../../languages/en/roles.ts';
import { GERMAN_GUIDES, slugsOf } from '../../../site/manuals/manuals.ts';
import { projectRoot } from '../../support/process/program.ts';
import { guideOf } from './guide.ts';

const guideIn = (folder: string, slug: string) =>
  guideOf(slug, readFileSync(`${projectRoot}docs/${folder}/${slug}.md`, 'utf8'));

/** What a guide has in bold; the steps of a way through menus are one each. */
const labelsOf = (text: string) => [
  ...new Set(
    [...text.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, bold = '']) => bold.replaceAll(/\s+/g, ' ').split(' → ')),
  ),
];

/** The messages without arguments, by where they are. */
function textsIn(messages: object, place = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') found.set(`${place}${key}`, value);
    else if (typeof value === 'object') for (const [at, text] of textsIn(value, `${place}${key}.`)) found.set(at, text);
  }
  return found;
}

const inGerman = textsIn({ ...german, roles: germanRoles });
const inEnglish = textsIn({ ...english, roles: englishRoles });

/** Bold, but no words of the console: menus of other programs, what is stressed, and the beginning of “Spalten: 3 von 4 …”. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  console: ['Beim ersten Mal', 'Entra ID'],
  'hr-without-code': [
    ...['Daten', 'Aus Text/CSV', 'Daten transformieren', 'Datei', 'Öffnen', 'Aktualisieren', 'Daten abrufen'],
    ...['Aus anderen Quellen', 'Leere Abfrage', 'Erweiterter Editor', 'Fertig', 'Anmeldeinformationen bearbeiten'],
    ...['Standard', 'Organisation', 'Schließen & laden', 'Datenquelleneinstellungen', 'Berechtigungen bearbeiten'],
  ],
  'people-from-a-spreadsheet': [
    ...[
      'Spalten',
      'Eine leere Zelle ändert nichts.',
      'Excel',
      'Datei',
      'Speichern unter',
      'Text',
      'LibreOffice',
      'Text CSV',
    ],
    ...['CSV UTF-8 (durch Trennzeichen getrennt)', 'Filtereinstellungen bearbeiten', 'Unicode (UTF-8)'],
    ...['Google Tabellen', 'Herunterladen', 'Kommagetrennte Werte'],
  ],
};

describe.each(slugsOf(GERMAN_GUIDES))('the German guide %s', (slug) => {
  const [en, de] = [guideIn('guides', slug), guideIn('de/guides', slug)];
  const labels = labelsOf(de.text);

  it('names buttons and pages as the German console does', () => {
    const words = new Set(inGerman.values());
    expect(labels.filter((label) => !words.has(label) && !OTHERS[slug]?.includes(label))).toEqual([]);
    expect(OTHERS[slug]?.filter((other) => !labels.includes(other))).toEqual([]);
  });

  it('names what the English one names', () => {
    const missing = labelsOf(en.text).filter((label) => {
      // LibreOffice has it, too.
      if (label === 'Open') return false;
      const places = [...inEnglish].flatMap(([place, text]) => (text === label ? [place] : []));
      return places.length > 0 && !places.some((place) => labels.includes(inGerman.get(place) ?? ''));
    });
    expect(missing).toEqual([]);
  });

  it('has the headings, pictures and programs of the English one', () => {
    const shapeOf = ({ text, blocks }: typeof en) => ({
      headings: [...text.matchAll(/^#+/gm)].map(([marks]) => marks),
      pictures: [...text.matchAll(/^!\[[^\]]+\]\(([^)]+)\)/gm)].map(([, name]) => name),
      programs: blocks.filter(({ language }) => language !== 'csv').map(({ text }) => text),
    });
    expect(shapeOf(de)).toEqual(shapeOf(en));
  });
});
