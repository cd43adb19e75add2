import type { Call } from '../../platform/calls/caller.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import { t } from '../components/language.ts';
import { appointmentsSection } from './appointments.ts';
import { calendarFeedsSection } from './calendar-feeds.ts';
import { changesSection } from './changes.ts';
import { csvFile } from './csv-file.ts';
import { findingsSection } from './findings.ts';
import { htmlFile } from './html-file.ts';
import { jsonFile } from './json-file.ts';
import { groupsSection, personSection } from './person.ts';
import { recipientsSection } from './recipients.ts';
import { passkeysSection, signInsSection, wasAdministrator } from './sign-ins.ts';
import { subjectOf } from './subject.ts';
import { hoursSection, lateRecordsSection, timeRecordsSection } from './time-records.ts';
import { webhooksSection } from './webhooks.ts';
import { zipOf } from './zip.ts';

/** What is handed over to a person: a ZIP archive with a page, a JSON file and a CSV file for each section. */
export interface HandOver {
  readonly fileName: string;
  /** The archive, which is read from the services as it is taken. */
  readonly parts: AsyncIterable<Uint8Array>;
}

/**
 * Everything that is stored of a person, for the person (Art. 15 and 20 of the GDPR). Of other people it has nothing but
 * names in shared appointments. Leaves an audit record of the caller. The page is in the language of whoever reads it.
 * @param call calls services for an administrator or an operator
 * @param id of a user, archived or not. Throws USER_NOT_FOUND for another one
 * @param now in epoch milliseconds
 */
export async function handOver(call: Call, id: string, now: number): Promise<HandOver> {
  const subject = await subjectOf(call, id);
  const sections = [
    personSection(subject),
    groupsSection(subject),
    appointmentsSection(subject),
    timeRecordsSection(subject),
    lateRecordsSection(subject),
    hoursSection(subject),
    findingsSection(subject),
    changesSection(subject),
    recipientsSection(subject),
    webhooksSection(subject),
    calendarFeedsSection(subject),
    ...((await wasAdministrator(subject)) ? [signInsSection(subject), passkeysSection(subject)] : []),
  ];
  const { institution, user } = subject;
  const at = subject.at(toInstantText(now)).local;
  const head = {
    title: t.handOver.title(user.name),
    about: t.handOver.about(institution.name, user.name, at, institution.timeZone),
  };
  const files = [
    { name: 'index.html', parts: htmlFile(head, sections) },
    { name: 'data.json', parts: jsonFile({ handedOverAt: at, institution }, sections) },
    ...sections.map((section) => ({ name: `${dashed(section.name)}.csv`, parts: csvFile(section) })),
  ];
  return { fileName: `person-${user.id}.zip`, parts: zipOf(files, now) };
}

/** `timeRecords` as the name of a file: `time-records`. */
function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
