const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Lyceum//Appointments//EN', 'METHOD:PUBLISH'];
const tail = [
  'BEGIN:VEVENT',
  'UID:01981c8e-7d3a-7c3f-9a55-3d1c6a2f1001@lyceum',
  'SEQUENCE:0',
  'DTSTAMP:20261001T080000Z',
  'DTSTART:20261012T080000Z',
  'DTEND:20261012T093000Z',
  'SUMMARY:Analysis I\\, lecture 1',
  'STATUS:CONFIRMED',
  'CREATED:20261001T080000Z',
  'LAST-MODIFIED:20261001T080000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
];

/** The example of a calendar in the OpenAPI document. */
export const calendarExample = [...head, ...tail].join('\r\n');

/** The same for a feed. */
export const feedCalendarExample = [
  ...head,
  'NAME:Analysis I',
  'X-WR-CALNAME:Analysis I',
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
  ...tail,
].join('\r\n');
