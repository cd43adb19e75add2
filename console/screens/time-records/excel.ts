import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { EXCEL_LANGUAGES, type ExcelLanguage } from '../../../records/csv.ts';
import { linkButton } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { mayOpen } from '../../components/viewer.ts';
import { Failure } from '../../http/failure.ts';
import type { SessionVisit } from '../../route/screen.ts';

/**
 * Links to files, and a box that says whether these are for Excel in German: it shows the links of the one or the other
 * kind, each of which says so in its address. Whether it is ticked at first, the person has chosen last.
 * @param files their labels and addresses
 * @param of completes the labels for people who do not see the row they are in
 */
export function exportLinks(
  { session: { excelLanguage } }: Pick<SessionVisit, 'session'>,
  files: readonly (readonly [label: string, path: string, query?: Readonly<Record<string, string>>])[],
  of?: string,
): Html {
  if (!files.every(([, path]) => mayOpen(path))) return html``;
  const linksFor = (excel: ExcelLanguage) =>
    html`<span class="actions ${excel === 'de' ? 'of-excel' : 'of-all'}">${files.map(([label, path, query]) =>
      linkButton(`${path}?${new URLSearchParams({ ...query, excel })}`, label, 'plain', of),
    )}</span>`;
  const isGerman = excelLanguage === 'de';
  const links = [linksFor(''), linksFor('de')];
  return html`<p class="actions exports"><label class="small"><input type="checkbox" name="excel" value="de" autocomplete="off"${isGerman && html` checked`}> ${t.timeRecords.forExcel}</label>${isGerman ? links.reverse() : links}</p>`;
}

/**
 * For which Excel a file is written: as its address says, which is remembered for the person, or as was chosen last. The
 * file does not depend on whether it can be remembered.
 */
export async function excelFor({ callIfAvailable, query, session }: SessionVisit): Promise<ExcelLanguage> {
  const known = (language: string) => EXCEL_LANGUAGES.find((each) => each === language);
  const excelLanguage = query.excel === undefined ? (known(session.excelLanguage) ?? '') : known(query.excel);
  if (excelLanguage === undefined) throw new Failure(400);
  if (excelLanguage !== session.excelLanguage)
    try {
      await callIfAvailable(AdministratorService.method.setOwnExcelLanguage, { excelLanguage });
    } catch (error) {
      // An institution that stands still can be read.
      if (!(error instanceof Refusal)) throw error;
    }
  return excelLanguage;
}
