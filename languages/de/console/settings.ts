import { countedIn } from '../../counted.ts';
import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

const counted = countedIn('de');

export const settings: Messages['settings'] = {
  about: (institution, audit) =>
    rich`Diese Einstellungen gelten für die ganze Einrichtung: ${institution}. Jede Änderung steht im ${audit}.`,
  auditLink: 'Protokoll',
  workingTime: 'Arbeitszeit',
  yourData: 'Ihre Daten',
  save: 'Einstellungen speichern',
  saveQuestion: 'Diese Einstellungen speichern?',
  saved: 'Die Einstellungen wurden gespeichert.',
  theSettings: 'die Einstellungen',
  noZone: 'Diese Zeitzone gibt es nicht. Wählen Sie eine aus der Liste.',
  localTime: (time) => rich`Dort ist jetzt ${time} Ortszeit.`,
  aboutZone: 'Gilt für die Tage der Zeiterfassung, für Kalender und für die Zeiten in dieser Konsole.',
  aboutFormat: (digit) =>
    rich`${digit} steht für eine Ziffer; verwenden Sie mindestens vier. Alle anderen Zeichen stehen für sich selbst. Lassen Sie das Feld leer, um jeden Code zuzulassen.`,
  example: 'Beispiel',
  try: 'Ausprobieren',
  aboutUnit: 'Der Name einer Unterrichtseinheit, wenn ein Modul keinen eigenen hat.',
  aboutMinutes: 'Ihre Dauer in Minuten.',
  aboutTimeTracking:
    'Personen können ein- und ausstempeln, und Systeme können Arbeitszeiten senden. Wenn das ausgeschaltet ist, wird beides abgelehnt.',
  aboutScheduling:
    'Personen und Systeme können Termine anlegen. Wenn das ausgeschaltet ist, werden neue Termine abgelehnt.',
  aboutRoomConflicts: 'Ein zweiter Termin zur selben Zeit im selben Raum wird abgelehnt.',
  asBrowser: 'Wie der Browser',
  aboutLanguage: 'Für diese Konsole, ihre E-Mails und Kalender-Abos, wenn eine Person keine andere wählt.',
  anyCode: 'Jeder Code ist zugelassen.',
  notChecked: 'Das Format kann zurzeit nicht geprüft werden.',
  badFormat: (_fault, sentence) => rich`Das Format ist ungültig. ${sentence}`,
  exampleMatches: 'Das Beispiel passt.',
  exampleDiffers: 'Das Beispiel passt nicht.',
  noCodes: 'Noch hat niemand einen Code.',
  codesMatch: (codes) => `Alle gespeicherten Codes passen (${codes}).`,
  firstCodesMatch: (codes) => `Alle geprüften Codes passen (die ersten ${codes}).`,
  codesDiffer: (others, codes) =>
    `${others} von ${codes} gespeicherten Codes passen nicht; sie bleiben, wie sie sind, bis jemand sie ändert.`,
  firstCodesDiffer: (others, codes) =>
    `${others} der ersten ${codes} gespeicherten Codes passen nicht; sie bleiben, wie sie sind, bis jemand sie ändert.`,
  lastChanged: (who, when) => rich`Zuletzt geändert: ${who}, ${when}.`,
  timeOff:
    'Niemand kann mehr ein- oder ausstempeln, Stempelterminals werden abgewiesen, Integrationen können Arbeitszeiten weder lesen noch senden, und Einträge können hier nicht hinzugefügt, korrigiert oder beendet werden: Offene Sitzungen bleiben offen, bis Sie die Zeiterfassung wieder einschalten.',
  schedulingOff:
    'Personen und Systeme können keine Termine mehr anlegen, bis Sie die Terminplanung wieder einschalten. Die vorhandenen Termine bleiben.',
  formatUnknown: 'Zurzeit lässt sich nicht sagen, wie viele gespeicherte Codes nicht zum neuen Format passen.',
  formatOthers: (others, codes) =>
    `${others} von ${codes} gespeicherten Codes passen nicht zum neuen Format. Sie bleiben gültig, bis jemand sie ändert. Neue Codes müssen passen.`,
  newDays: (zone, former) =>
    `Tage, Wochen und Monate beginnen und enden ab jetzt nach der Zeit in ${zone}, nicht mehr nach der in ${former}.`,
  newEnd: (zone) => `Eine Sitzung, die niemand beendet, wird am Ende des Tages nach der Zeit in ${zone} beendet.`,
  clockedInUnknown: 'Zurzeit lässt sich nicht sagen, wie viele Personen eingestempelt sind.',
  nobodyIn: 'Niemand ist eingestempelt.',
  clockedIn: (count) => counted(count, { one: '# Person ist eingestempelt.', other: '# Personen sind eingestempelt.' }),
  moreClockedIn: (count) => `Mehr als ${count} Personen sind eingestempelt.`,
  aheadUnknown: 'Zurzeit lässt sich nicht sagen, wie viele Termine bevorstehen.',
  noneAhead: 'Es stehen keine Termine bevor.',
  ahead: (count) => counted(count, { one: '# Termin steht bevor.', other: '# Termine stehen bevor.' }),
  moreAhead: (count) => `Mehr als ${count} Termine stehen bevor.`,
};
