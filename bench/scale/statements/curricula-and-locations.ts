import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { listCurricula } from '../../../services/curricula/store/curricula.ts';
import { findCurriculumVersionDetail } from '../../../services/curricula/store/curriculum-version-detail.ts';
import { listCurriculumVersions } from '../../../services/curricula/store/curriculum-versions.ts';
import { listPathways } from '../../../services/curricula/store/pathways.ts';
import { findProgramVersion, listProgramVersions } from '../../../services/curricula/store/program-versions.ts';
import { findProgram, listPrograms } from '../../../services/curricula/store/programs.ts';
import { findStamp } from '../../../services/curricula/store/stamps.ts';
import { listBookableRooms } from '../../../services/locations/store/bookable-rooms.ts';
import { findLocation, listLocations } from '../../../services/locations/store/locations.ts';
import { findRoom, listRooms } from '../../../services/locations/store/rooms.ts';
import type { CaseParams } from '../year/case-params.ts';
import { casesOf, LIMIT, NO_ID } from './case.ts';

const from = ({ at }: CaseParams, part: number) => ({ sort: at(part), id: NO_ID, limit: LIMIT });
const named = (sort: string) => ({ sort, id: NO_ID, limit: LIMIT });
const ANY = { code: null, ids: null, isArchived: null, locationId: null, updatedSince: null };
const programs =
  (filters: (a: CaseParams) => Partial<Parameters<typeof listPrograms>[3]>, part = 0) =>
  (db: Tx, a: CaseParams) =>
    listPrograms(db, a.actor, from(a, part), { ...ANY, ...filters(a) });

export const curriculaCases = casesOf('curricula', {
  'program by id': (db, a) => findProgram(db, a.actor, a.uid('program', a.turn)),
  'programs, first page': programs(() => ({})),
  'programs, deep page': programs(() => ({}), 0.9),
  'programs, archived': programs(() => ({ isArchived: true })),
  'programs by code': programs((a) => ({ code: `P${a.turn}` })),
  'programs, few changed': programs((a) => ({ updatedSince: a.at(1) })),
  'programs, archived, few changed': programs((a) => ({ isArchived: true, updatedSince: a.at(1) })),
  'versions of a program': (db, a) => listProgramVersions(db, a.actor, a.uid('program', a.turn), from(a, 0)),
  'program version by id': (db, a) =>
    findProgramVersion(db, a.actor, a.uid('program', a.turn), a.uid('program version', a.turn)),
  'curricula, first page': (db, a) => listCurricula(db, a.actor, from(a, 0), ANY),
  'curricula, deep page': (db, a) => listCurricula(db, a.actor, from(a, 0.9), ANY),
  'curricula, archived': (db, a) => listCurricula(db, a.actor, from(a, 0), { ...ANY, isArchived: true }),
  'versions of a curriculum': (db, a) => listCurriculumVersions(db, a.actor, a.uid('curriculum', a.turn), from(a, 0)),
  'version detail of 600 items': (db, a) =>
    findCurriculumVersionDetail(db, a.actor, a.uid('curriculum', a.turn % 10), a.uid('version', a.turn % 10)),
  'pathways of a version': (db, a) =>
    listPathways(
      db,
      a.actor,
      { curriculaId: a.uid('curriculum', a.turn % 10), curriculaVersionId: a.uid('version', a.turn % 10) },
      { sort: '-1', id: NO_ID, limit: LIMIT },
    ),
  'stamp of an institution': (db, a) => findStamp(db, a.actor),
});

/** More of the locations of a page have rooms when there are more rooms. */
const COUNTS_ROOMS = 'counts the rooms of each location';

export const locationsCases = casesOf('locations', {
  'location by id': (db, a) => findLocation(db, a.actor, a.uid('location', a.turn % 10)),
  'locations, first page': [(db, a) => listLocations(db, a.actor, named('Location 2'), ANY), COUNTS_ROOMS],
  'locations, deep page': [(db, a) => listLocations(db, a.actor, named('Location 8'), ANY), COUNTS_ROOMS],
  'room by id': (db, a) => findRoom(db, a.actor, a.uid('room', a.turn)),
  'rooms, first page': (db, a) => listRooms(db, a.actor, named(''), ANY),
  'rooms, deep page': (db, a) => listRooms(db, a.actor, named('Room 8'), ANY),
  'rooms of a location': (db, a) =>
    listRooms(db, a.actor, named(''), { ...ANY, locationId: a.uid('location', a.turn % 10) }),
  'rooms to book for 150': (db, a) =>
    listBookableRooms(db, a.actor, named('Room 5'), { locationId: undefined, capacity: 150 }),
  'rooms to book at a location': (db, a) =>
    listBookableRooms(db, a.actor, named(''), { locationId: a.uid('location', a.turn % 10), capacity: 10 }),
});
