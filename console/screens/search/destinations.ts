import { t } from '../../components/language.ts';
import { entries } from '../../components/navigation.ts';
import { mayOpen } from '../../components/viewer.ts';

/** The pages that somebody may look for by name, beside those of the navigation. */
function further(): readonly (readonly [title: string, path: string])[] {
  return [
    [t.people.add, '/console/people/add'],
    [t.peopleImport.title, '/console/people/import'],
    [t.recordForms.add, '/console/time-records/add'],
    [t.closedMonths.close, '/console/time-records/close-month'],
    [t.closedMonths.title, '/console/time-records/closed-months'],
    [t.findings.title, '/console/time-records/findings'],
    [t.directorySync.title, '/console/integrations/directory-sync'],
    [t.calendarFeeds.create, '/console/calendar-feeds/new'],
    [t.workingTime.title, '/console/settings/working-time'],
    [t.workingTime.calendar, '/console/settings/working-time/calendar'],
    [t.retention.title, '/console/settings/retention'],
    [t.yourData.title, '/console/settings/your-data'],
    [t.administrators.openId, '/console/administrators/openid'],
  ];
}

/** The pages with a text in their names, of those that the reader may open. */
export function destinationsNamed(text: string): (readonly [title: string, path: string])[] {
  const part = text.toLowerCase();
  return [...entries(), ...further()].filter(([title, path]) => title.toLowerCase().includes(part) && mayOpen(path));
}
