import { findCourse, findCoursesOfLayers, listCourses } from '../../../services/directory/store/courses.ts';
import { listMembers } from '../../../services/directory/store/group-members.ts';
import { findGroupIdsOf, findUserGroups, listUserGroups } from '../../../services/directory/store/user-groups.ts';
import {
  findUser,
  findUserByCode,
  findUserByEmail,
  findUserSummaries,
  listUsers,
} from '../../../services/directory/store/users.ts';
import type { CaseParams } from '../year/case-params.ts';
import { casesOf, LIMIT, NO_ID } from './case.ts';

const from = ({ at }: CaseParams, part: number) => ({ sort: at(part), id: NO_ID, limit: LIMIT });
const ALL = { email: null, code: null, ids: null, isArchived: null, updatedSince: null };
const today = ({ at }: CaseParams) => at(1);

export const directoryCases = casesOf('directory', {
  'user by id': (db, a) => findUser(db, a.actor, a.uid('user', 11 * a.turn)),
  'user by email': (db, a) => findUserByEmail(db, a.actor, `made${11 * a.turn}@year.example`),
  'user by code': (db, a) => findUserByCode(db, a.actor, `Y-${11 * a.turn}`),
  '50 users by ids': (db, a) =>
    findUserSummaries(
      db,
      a.actor,
      Array.from({ length: 50 }, (_, n) => a.uid('user', 7 * n + a.turn)),
    ),
  'users, first page': (db, a) => listUsers(db, a.actor, from(a, 0), ALL),
  'users, deep page': (db, a) => listUsers(db, a.actor, from(a, 0.9), ALL),
  'users, few changed': (db, a) => listUsers(db, a.actor, from(a, 0), { ...ALL, updatedSince: today(a) }),
  'users, few changed, deep': (db, a) => listUsers(db, a.actor, from(a, 0.5), { ...ALL, updatedSince: today(a) }),
  'users, none changed': (db, a) => listUsers(db, a.actor, from(a, 0), { ...ALL, updatedSince: a.at(1, 1) }),
  'users, all changed': (db, a) => listUsers(db, a.actor, from(a, 0), { ...ALL, updatedSince: a.at(0) }),
  'users, archived': (db, a) => listUsers(db, a.actor, from(a, 0), { ...ALL, isArchived: true }),
  'course by id': (db, a) => findCourse(db, a.actor, a.uid('course', a.turn)),
  'courses, first page': (db, a) => listCourses(db, a.actor, from(a, 0), ALL),
  'courses, deep page': (db, a) => listCourses(db, a.actor, from(a, 0.5), ALL),
  'courses by code': (db, a) => listCourses(db, a.actor, from(a, 0), { ...ALL, code: `C${a.turn}` }),
  'courses, few changed': (db, a) => listCourses(db, a.actor, from(a, 0), { ...ALL, updatedSince: today(a) }),
  '10 courses by layers': (db, a) =>
    findCoursesOfLayers(
      db,
      a.actor,
      Array.from({ length: 10 }, (_, n) => a.uid('layer', n + a.turn)),
      [a.uid('course', a.turn)],
    ),
  'groups, first page': (db, a) =>
    listUserGroups(db, a.actor, { sort: '', id: NO_ID, limit: LIMIT }, { ids: null, updatedSince: null }),
  'members of a group': (db, a) =>
    listMembers(db, a.actor, from(a, 0), {
      group: { id: a.uid('group', a.turn), memberCount: 10 },
      ids: null,
      isArchived: null,
    }),
  'groups of a user': (db, a) => findGroupIdsOf(db, a.actor, a.uid('user', 10 * a.turn)),
  '5 groups by ids': (db, a) =>
    findUserGroups(
      db,
      a.actor,
      Array.from({ length: 5 }, (_, n) => a.uid('group', n + a.turn)),
    ),
});
