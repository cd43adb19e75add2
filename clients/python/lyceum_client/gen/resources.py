"""Made by `npm run client:generate` from the OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Iterator, List as ListOf, Literal, Optional, Sequence, Union, overload

from ..answers import Answer, Changes, List, NotModified
from ..requests import CallOptions, Requests
from ..sender import Operation

if TYPE_CHECKING:
    from datetime import date, datetime

    from typing_extensions import Unpack

    from . import models


class UsersResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, email: Optional[str] = None, code: Optional[str] = None, search: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.User]:
        """List users: GET /users"""
        return self._requests.list(Operation("listUsers", "GET", "/users"), (), {"limit": limit, "cursor": cursor, "ids": ids, "email": email, "code": code, "search": search, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, email: Optional[str] = None, code: Optional[str] = None, search: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.User]:
        """List users that have changed, for a copy: GET /users"""
        return self._requests.changes(Operation("listUsers", "GET", "/users"), (), {"limit": limit, "cursor": cursor, "ids": ids, "email": email, "code": code, "search": search, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def by_ids(self, ids: Iterable[str], /, *, email: Optional[str] = None, code: Optional[str] = None, search: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Iterator[models.User]:
        """List users by any number of ids: GET /users"""
        return self._requests.by_ids(Operation("listUsers", "GET", "/users"), (), ids, {"email": email, "code": code, "search": search, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def create(self, body: models.UserCreate, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.User]:
        """Create a user: POST /users"""
        return self._requests.write(Operation("createUser", "POST", "/users"), (), body, {"idempotency_key": idempotency_key}, options, dry_run)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.User]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.User], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.User], NotModified]:
        """Get one user: GET /users/{id}"""
        return self._requests.read(Operation("getUser", "GET", "/users/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)

    def update(self, id: str, body: models.UserUpdate, /, *, if_match: str, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.User]:
        """Change a user: PATCH /users/{id}"""
        return self._requests.write(Operation("updateUser", "PATCH", "/users/{id}"), (id,), body, {"if_match": if_match, "idempotency_key": idempotency_key}, options, dry_run)


class UserGroupsMembersResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, id: str, /, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, is_archived: Optional[bool] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.User]:
        """List the members of a user group: GET /user-groups/{id}/members"""
        return self._requests.list(Operation("listUserGroupMembers", "GET", "/user-groups/{id}/members"), (id,), {"limit": limit, "cursor": cursor, "ids": ids, "isArchived": is_archived, "fields": fields}, options)

    def by_ids(self, id: str, ids: Iterable[str], /, *, is_archived: Optional[bool] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Iterator[models.User]:
        """List the members of a user group by any number of ids: GET /user-groups/{id}/members"""
        return self._requests.by_ids(Operation("listUserGroupMembers", "GET", "/user-groups/{id}/members"), (id,), ids, {"isArchived": is_archived, "fields": fields}, options)


class UserGroupsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self.members = UserGroupsMembersResource(requests)

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.UserGroup]:
        """List user groups: GET /user-groups"""
        return self._requests.list(Operation("listUserGroups", "GET", "/user-groups"), (), {"limit": limit, "cursor": cursor, "ids": ids, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.UserGroup]:
        """List user groups that have changed, for a copy: GET /user-groups"""
        return self._requests.changes(Operation("listUserGroups", "GET", "/user-groups"), (), {"limit": limit, "cursor": cursor, "ids": ids, "updatedSince": updated_since, "fields": fields}, options)

    def by_ids(self, ids: Iterable[str], /, *, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Iterator[models.UserGroup]:
        """List user groups by any number of ids: GET /user-groups"""
        return self._requests.by_ids(Operation("listUserGroups", "GET", "/user-groups"), (), ids, {"updatedSince": updated_since, "fields": fields}, options)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.UserGroup]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.UserGroup], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.UserGroup], NotModified]:
        """Get one user group: GET /user-groups/{id}"""
        return self._requests.read(Operation("getUserGroup", "GET", "/user-groups/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)


class CoursesAppointmentsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, id: str, /, *, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Optional[Union[str, datetime]] = None, to: Optional[Union[str, datetime]] = None, course_id: Optional[str] = None, room_id: Optional[str] = None, organizer_id: Optional[str] = None, user_id: Optional[str] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Appointment]:
        """List the appointments of a course: GET /courses/{id}/appointments"""
        return self._requests.list(Operation("listCourseAppointments", "GET", "/courses/{id}/appointments"), (id,), {"limit": limit, "cursor": cursor, "from": from_, "to": to, "courseId": course_id, "roomId": room_id, "organizerId": organizer_id, "userId": user_id, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, id: str, /, *, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Optional[Union[str, datetime]] = None, to: Optional[Union[str, datetime]] = None, course_id: Optional[str] = None, room_id: Optional[str] = None, organizer_id: Optional[str] = None, user_id: Optional[str] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.Appointment]:
        """List the appointments of a course that have changed, for a copy: GET /courses/{id}/appointments"""
        return self._requests.changes(Operation("listCourseAppointments", "GET", "/courses/{id}/appointments"), (id,), {"limit": limit, "cursor": cursor, "from": from_, "to": to, "courseId": course_id, "roomId": room_id, "organizerId": organizer_id, "userId": user_id, "updatedSince": updated_since, "fields": fields}, options)

    def create(self, id: str, body: models.CourseAppointmentCreate, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.Appointment]:
        """Create an appointment for a course: POST /courses/{id}/appointments"""
        return self._requests.write(Operation("createCourseAppointment", "POST", "/courses/{id}/appointments"), (id,), body, {"idempotency_key": idempotency_key}, options, dry_run)

    @overload
    def get_ics(self, id: str, /, *, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[str]: ...
    @overload
    def get_ics(self, id: str, /, *, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[str], NotModified]: ...
    def get_ics(self, id: str, /, *, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[str], NotModified]:
        """Get the calendar of a course: GET /courses/{id}/appointments.ics"""
        return self._requests.read(Operation("getCourseCalendar", "GET", "/courses/{id}/appointments.ics"), (id,), {}, {"if_none_match": if_none_match}, options)


class CoursesResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self.appointments = CoursesAppointmentsResource(requests)

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, code: Optional[str] = None, search: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Course]:
        """List courses: GET /courses"""
        return self._requests.list(Operation("listCourses", "GET", "/courses"), (), {"limit": limit, "cursor": cursor, "ids": ids, "code": code, "search": search, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, code: Optional[str] = None, search: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.Course]:
        """List courses that have changed, for a copy: GET /courses"""
        return self._requests.changes(Operation("listCourses", "GET", "/courses"), (), {"limit": limit, "cursor": cursor, "ids": ids, "code": code, "search": search, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def by_ids(self, ids: Iterable[str], /, *, code: Optional[str] = None, search: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Iterator[models.Course]:
        """List courses by any number of ids: GET /courses"""
        return self._requests.by_ids(Operation("listCourses", "GET", "/courses"), (), ids, {"code": code, "search": search, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.Course]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.Course], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.Course], NotModified]:
        """Get one course: GET /courses/{id}"""
        return self._requests.read(Operation("getCourse", "GET", "/courses/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)


class AppointmentsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, from_: Optional[Union[str, datetime]] = None, to: Optional[Union[str, datetime]] = None, course_id: Optional[str] = None, room_id: Optional[str] = None, organizer_id: Optional[str] = None, user_id: Optional[str] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Appointment]:
        """List appointments: GET /appointments"""
        return self._requests.list(Operation("listAppointments", "GET", "/appointments"), (), {"limit": limit, "cursor": cursor, "ids": ids, "from": from_, "to": to, "courseId": course_id, "roomId": room_id, "organizerId": organizer_id, "userId": user_id, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, from_: Optional[Union[str, datetime]] = None, to: Optional[Union[str, datetime]] = None, course_id: Optional[str] = None, room_id: Optional[str] = None, organizer_id: Optional[str] = None, user_id: Optional[str] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.Appointment]:
        """List appointments that have changed, for a copy: GET /appointments"""
        return self._requests.changes(Operation("listAppointments", "GET", "/appointments"), (), {"limit": limit, "cursor": cursor, "ids": ids, "from": from_, "to": to, "courseId": course_id, "roomId": room_id, "organizerId": organizer_id, "userId": user_id, "updatedSince": updated_since, "fields": fields}, options)

    def by_ids(self, ids: Iterable[str], /, *, from_: Optional[Union[str, datetime]] = None, to: Optional[Union[str, datetime]] = None, course_id: Optional[str] = None, room_id: Optional[str] = None, organizer_id: Optional[str] = None, user_id: Optional[str] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Iterator[models.Appointment]:
        """List appointments by any number of ids: GET /appointments"""
        return self._requests.by_ids(Operation("listAppointments", "GET", "/appointments"), (), ids, {"from": from_, "to": to, "courseId": course_id, "roomId": room_id, "organizerId": organizer_id, "userId": user_id, "updatedSince": updated_since, "fields": fields}, options)

    def create(self, body: models.AppointmentCreate, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.Appointment]:
        """Create an appointment: POST /appointments"""
        return self._requests.write(Operation("createAppointment", "POST", "/appointments"), (), body, {"idempotency_key": idempotency_key}, options, dry_run)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.Appointment]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.Appointment], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.Appointment], NotModified]:
        """Get one appointment: GET /appointments/{id}"""
        return self._requests.read(Operation("getAppointment", "GET", "/appointments/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)

    def update(self, id: str, body: models.AppointmentUpdate, /, *, if_match: str, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.Appointment]:
        """Change an appointment: PATCH /appointments/{id}"""
        return self._requests.write(Operation("updateAppointment", "PATCH", "/appointments/{id}"), (id,), body, {"if_match": if_match, "idempotency_key": idempotency_key}, options, dry_run)

    def delete(self, id: str, /, *, if_match: str, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[None]:
        """Delete an appointment: DELETE /appointments/{id}"""
        return self._requests.write(Operation("deleteAppointment", "DELETE", "/appointments/{id}"), (id,), None, {"if_match": if_match, "idempotency_key": idempotency_key}, options, dry_run)

    @overload
    def get_ics(self, *, room_id: Optional[str] = None, organizer_id: Optional[str] = None, user_id: Optional[str] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[str]: ...
    @overload
    def get_ics(self, *, room_id: Optional[str] = None, organizer_id: Optional[str] = None, user_id: Optional[str] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[str], NotModified]: ...
    def get_ics(self, *, room_id: Optional[str] = None, organizer_id: Optional[str] = None, user_id: Optional[str] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[str], NotModified]:
        """Get the calendar of a room, an organizer or a participant: GET /appointments.ics"""
        return self._requests.read(Operation("getAppointmentCalendar", "GET", "/appointments.ics"), (), {"roomId": room_id, "organizerId": organizer_id, "userId": user_id}, {"if_none_match": if_none_match}, options)


class CalendarFeedsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.CalendarFeed]:
        """List calendar feeds: GET /calendar-feeds"""
        return self._requests.list(Operation("listCalendarFeeds", "GET", "/calendar-feeds"), (), {"limit": limit, "cursor": cursor, "fields": fields}, options)

    def create(self, body: models.CalendarFeedCreate, /, *, idempotency_key: Optional[str] = None, **options: Unpack[CallOptions]) -> Answer[models.CalendarFeedWithUrl]:
        """Create a calendar feed: POST /calendar-feeds"""
        return self._requests.write(Operation("createCalendarFeed", "POST", "/calendar-feeds"), (), body, {"idempotency_key": idempotency_key}, options)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.CalendarFeed]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.CalendarFeed], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.CalendarFeed], NotModified]:
        """Get one calendar feed: GET /calendar-feeds/{id}"""
        return self._requests.read(Operation("getCalendarFeed", "GET", "/calendar-feeds/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)

    def revoke(self, id: str, /, *, if_match: str, idempotency_key: Optional[str] = None, **options: Unpack[CallOptions]) -> Answer[None]:
        """Revoke a calendar feed: DELETE /calendar-feeds/{id}"""
        return self._requests.write(Operation("revokeCalendarFeed", "DELETE", "/calendar-feeds/{id}"), (id,), None, {"if_match": if_match, "idempotency_key": idempotency_key}, options)


class CalendarsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    @overload
    def read_ics(self, token: str, /, *, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[str]: ...
    @overload
    def read_ics(self, token: str, /, *, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[str], NotModified]: ...
    def read_ics(self, token: str, /, *, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[str], NotModified]:
        """Read a calendar by the URL of its feed: GET /calendars/{token}.ics"""
        return self._requests.read(Operation("readCalendarFeed", "GET", "/calendars/{token}.ics"), (token,), {}, {"if_none_match": if_none_match}, options)


class CurriculaVersionsPathwaysResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, id: str, version_id: str, /, *, limit: Optional[int] = None, cursor: Optional[str] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Pathway]:
        """List the pathways of a curriculum version: GET /curricula/{id}/versions/{versionId}/pathways"""
        return self._requests.list(Operation("listPathways", "GET", "/curricula/{id}/versions/{versionId}/pathways"), (id, version_id,), {"limit": limit, "cursor": cursor, "fields": fields}, options)

    def create(self, id: str, version_id: str, body: models.PathwayCreate, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.Pathway]:
        """Create a pathway of a curriculum version: POST /curricula/{id}/versions/{versionId}/pathways"""
        return self._requests.write(Operation("createPathway", "POST", "/curricula/{id}/versions/{versionId}/pathways"), (id, version_id,), body, {"idempotency_key": idempotency_key}, options, dry_run)


class CurriculaVersionsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self.pathways = CurriculaVersionsPathwaysResource(requests)

    def list(self, id: str, /, *, limit: Optional[int] = None, cursor: Optional[str] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.CurriculaVersion]:
        """List the versions of a curriculum: GET /curricula/{id}/versions"""
        return self._requests.list(Operation("listCurriculumVersions", "GET", "/curricula/{id}/versions"), (id,), {"limit": limit, "cursor": cursor, "fields": fields}, options)

    @overload
    def get(self, id: str, version_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.CurriculaVersionDetail]: ...
    @overload
    def get(self, id: str, version_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.CurriculaVersionDetail], NotModified]: ...
    def get(self, id: str, version_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.CurriculaVersionDetail], NotModified]:
        """Get one complete version of a curriculum: GET /curricula/{id}/versions/{versionId}"""
        return self._requests.read(Operation("getCurriculumVersion", "GET", "/curricula/{id}/versions/{versionId}"), (id, version_id,), {"fields": fields}, {"if_none_match": if_none_match}, options)


class CurriculaResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self.versions = CurriculaVersionsResource(requests)

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, is_archived: Optional[bool] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Curriculum]:
        """List curricula: GET /curricula"""
        return self._requests.list(Operation("listCurricula", "GET", "/curricula"), (), {"limit": limit, "cursor": cursor, "ids": ids, "isArchived": is_archived, "fields": fields}, options)

    def by_ids(self, ids: Iterable[str], /, *, is_archived: Optional[bool] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Iterator[models.Curriculum]:
        """List curricula by any number of ids: GET /curricula"""
        return self._requests.by_ids(Operation("listCurricula", "GET", "/curricula"), (), ids, {"isArchived": is_archived, "fields": fields}, options)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.Curriculum]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.Curriculum], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.Curriculum], NotModified]:
        """Get one curriculum: GET /curricula/{id}"""
        return self._requests.read(Operation("getCurriculum", "GET", "/curricula/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)


class ProgramsVersionsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, id: str, /, *, limit: Optional[int] = None, cursor: Optional[str] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.StudyProgramVersion]:
        """List the versions of a program: GET /continuing-education/{id}/versions"""
        return self._requests.list(Operation("listProgramVersions", "GET", "/continuing-education/{id}/versions"), (id,), {"limit": limit, "cursor": cursor, "fields": fields}, options)

    def create(self, id: str, body: models.StudyProgramVersionCreate, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.StudyProgramVersionDetail]:
        """Create another version of a program: POST /continuing-education/{id}/versions"""
        return self._requests.write(Operation("createProgramVersion", "POST", "/continuing-education/{id}/versions"), (id,), body, {"idempotency_key": idempotency_key}, options, dry_run)

    @overload
    def get(self, id: str, version_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.StudyProgramVersionDetail]: ...
    @overload
    def get(self, id: str, version_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.StudyProgramVersionDetail], NotModified]: ...
    def get(self, id: str, version_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.StudyProgramVersionDetail], NotModified]:
        """Get one version of a program: GET /continuing-education/{id}/versions/{versionId}"""
        return self._requests.read(Operation("getProgramVersion", "GET", "/continuing-education/{id}/versions/{versionId}"), (id, version_id,), {"fields": fields}, {"if_none_match": if_none_match}, options)

    def update(self, id: str, version_id: str, body: models.StudyProgramVersionUpdate, /, *, if_match: Optional[str] = None, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.StudyProgramVersionDetail]:
        """Rename a version of a program: PATCH /continuing-education/{id}/versions/{versionId}"""
        return self._requests.write(Operation("updateProgramVersion", "PATCH", "/continuing-education/{id}/versions/{versionId}"), (id, version_id,), body, {"if_match": if_match, "idempotency_key": idempotency_key}, options, dry_run)


class ProgramsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self.versions = ProgramsVersionsResource(requests)

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, code: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.StudyProgram]:
        """List programs: GET /continuing-education"""
        return self._requests.list(Operation("listPrograms", "GET", "/continuing-education"), (), {"limit": limit, "cursor": cursor, "ids": ids, "code": code, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, code: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.StudyProgram]:
        """List programs that have changed, for a copy: GET /continuing-education"""
        return self._requests.changes(Operation("listPrograms", "GET", "/continuing-education"), (), {"limit": limit, "cursor": cursor, "ids": ids, "code": code, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def by_ids(self, ids: Iterable[str], /, *, code: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Iterator[models.StudyProgram]:
        """List programs by any number of ids: GET /continuing-education"""
        return self._requests.by_ids(Operation("listPrograms", "GET", "/continuing-education"), (), ids, {"code": code, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def create(self, body: models.StudyProgramCreate, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.StudyProgram]:
        """Create a program: POST /continuing-education"""
        return self._requests.write(Operation("createProgram", "POST", "/continuing-education"), (), body, {"idempotency_key": idempotency_key}, options, dry_run)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.StudyProgram]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.StudyProgram], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.StudyProgram], NotModified]:
        """Get one program: GET /continuing-education/{id}"""
        return self._requests.read(Operation("getProgram", "GET", "/continuing-education/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)


class LocationsRoomsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, id: str, /, *, limit: Optional[int] = None, cursor: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Room]:
        """List the rooms of a location: GET /locations/{id}/rooms"""
        return self._requests.list(Operation("listLocationRooms", "GET", "/locations/{id}/rooms"), (id,), {"limit": limit, "cursor": cursor, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, id: str, /, *, limit: Optional[int] = None, cursor: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.Room]:
        """List the rooms of a location that have changed, for a copy: GET /locations/{id}/rooms"""
        return self._requests.changes(Operation("listLocationRooms", "GET", "/locations/{id}/rooms"), (id,), {"limit": limit, "cursor": cursor, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)


class LocationsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self.rooms = LocationsRoomsResource(requests)

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Location]:
        """List locations: GET /locations"""
        return self._requests.list(Operation("listLocations", "GET", "/locations"), (), {"limit": limit, "cursor": cursor, "ids": ids, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.Location]:
        """List locations that have changed, for a copy: GET /locations"""
        return self._requests.changes(Operation("listLocations", "GET", "/locations"), (), {"limit": limit, "cursor": cursor, "ids": ids, "updatedSince": updated_since, "fields": fields}, options)

    def by_ids(self, ids: Iterable[str], /, *, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Iterator[models.Location]:
        """List locations by any number of ids: GET /locations"""
        return self._requests.by_ids(Operation("listLocations", "GET", "/locations"), (), ids, {"updatedSince": updated_since, "fields": fields}, options)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.Location]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.Location], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.Location], NotModified]:
        """Get one location: GET /locations/{id}"""
        return self._requests.read(Operation("getLocation", "GET", "/locations/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)


class RoomsFreeResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Union[str, datetime], to: Union[str, datetime], capacity: Optional[int] = None, location_id: Optional[str] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.FreeRoom]:
        """List free rooms: GET /rooms/free"""
        return self._requests.list(Operation("listFreeRooms", "GET", "/rooms/free"), (), {"limit": limit, "cursor": cursor, "from": from_, "to": to, "capacity": capacity, "locationId": location_id, "fields": fields}, options)


class RoomsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self.free = RoomsFreeResource(requests)

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, location_id: Optional[str] = None, search: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Room]:
        """List rooms: GET /rooms"""
        return self._requests.list(Operation("listRooms", "GET", "/rooms"), (), {"limit": limit, "cursor": cursor, "ids": ids, "locationId": location_id, "search": search, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, ids: Optional[Sequence[str]] = None, location_id: Optional[str] = None, search: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.Room]:
        """List rooms that have changed, for a copy: GET /rooms"""
        return self._requests.changes(Operation("listRooms", "GET", "/rooms"), (), {"limit": limit, "cursor": cursor, "ids": ids, "locationId": location_id, "search": search, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    def by_ids(self, ids: Iterable[str], /, *, location_id: Optional[str] = None, search: Optional[str] = None, is_archived: Optional[bool] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Iterator[models.Room]:
        """List rooms by any number of ids: GET /rooms"""
        return self._requests.by_ids(Operation("listRooms", "GET", "/rooms"), (), ids, {"locationId": location_id, "search": search, "isArchived": is_archived, "updatedSince": updated_since, "fields": fields}, options)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.Room]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.Room], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.Room], NotModified]:
        """Get one room: GET /rooms/{id}"""
        return self._requests.read(Operation("getRoom", "GET", "/rooms/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)


class TimeTrackingTimestampTemplatesResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.TimestampTemplate]:
        """List the category templates: GET /time-tracking/timestamp-templates"""
        return self._requests.list(Operation("listTimestampTemplates", "GET", "/time-tracking/timestamp-templates"), (), {"userId": user_id, "email": email, "code": code, "limit": limit, "cursor": cursor, "fields": fields}, options)


class TimeTrackingSessionsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def start(self, body: models.TimePunch, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.StartedSession]:
        """Clock in: POST /time-tracking/sessions/start"""
        return self._requests.write(Operation("startSession", "POST", "/time-tracking/sessions/start"), (), body, {"idempotency_key": idempotency_key}, options, dry_run)

    def pause(self, body: models.TimePunch, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.TimeRecord]:
        """Begin a pause: POST /time-tracking/sessions/pause"""
        return self._requests.write(Operation("pauseSession", "POST", "/time-tracking/sessions/pause"), (), body, {"idempotency_key": idempotency_key}, options, dry_run)

    def resume(self, body: models.TimePunch, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.TimeRecord]:
        """End the running pause: POST /time-tracking/sessions/resume"""
        return self._requests.write(Operation("resumeSession", "POST", "/time-tracking/sessions/resume"), (), body, {"idempotency_key": idempotency_key}, options, dry_run)

    def stop(self, body: models.TimePunch, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.TimeRecord]:
        """Clock out: POST /time-tracking/sessions/stop"""
        return self._requests.write(Operation("stopSession", "POST", "/time-tracking/sessions/stop"), (), body, {"idempotency_key": idempotency_key}, options, dry_run)

    @overload
    def get_active(self, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.TimeRecord | None]: ...
    @overload
    def get_active(self, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.TimeRecord | None], NotModified]: ...
    def get_active(self, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.TimeRecord | None], NotModified]:
        """Get the open session of a member: GET /time-tracking/sessions/active"""
        return self._requests.read(Operation("getActiveSession", "GET", "/time-tracking/sessions/active"), (), {"userId": user_id, "email": email, "code": code, "fields": fields}, {"if_none_match": if_none_match}, options)


class TimeTrackingTimestampsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def create(self, body: models.TimestampCreate, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.SessionTimestamp]:
        """Add a category timestamp to the open session: POST /time-tracking/timestamps"""
        return self._requests.write(Operation("createTimestamp", "POST", "/time-tracking/timestamps"), (), body, {"idempotency_key": idempotency_key}, options, dry_run)


class TimeTrackingLogsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Optional[Union[str, datetime]] = None, to: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.TimeRecord]:
        """List the logs of a member: GET /time-tracking/logs"""
        return self._requests.list(Operation("listLogs", "GET", "/time-tracking/logs"), (), {"userId": user_id, "email": email, "code": code, "limit": limit, "cursor": cursor, "from": from_, "to": to, "fields": fields}, options)

    def create(self, body: models.LogCreate, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.TimeRecord]:
        """Create a log: POST /time-tracking/logs"""
        return self._requests.write(Operation("createLog", "POST", "/time-tracking/logs"), (), body, {"idempotency_key": idempotency_key}, options, dry_run)

    def bulk(self, body: models.LogBulk, /, *, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.LogBulkResult]:
        """Create many logs: POST /time-tracking/logs/bulk"""
        return self._requests.write(Operation("bulkCreateLogs", "POST", "/time-tracking/logs/bulk"), (), body, {"idempotency_key": idempotency_key}, options, dry_run)

    @overload
    def get(self, id: str, /, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.TimeRecord]: ...
    @overload
    def get(self, id: str, /, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.TimeRecord], NotModified]: ...
    def get(self, id: str, /, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.TimeRecord], NotModified]:
        """Get one log: GET /time-tracking/logs/{id}"""
        return self._requests.read(Operation("getLog", "GET", "/time-tracking/logs/{id}"), (id,), {"userId": user_id, "email": email, "code": code, "fields": fields}, {"if_none_match": if_none_match}, options)

    def update(self, id: str, body: models.LogUpdate, /, *, if_match: str, idempotency_key: Optional[str] = None, dry_run: bool = False, **options: Unpack[CallOptions]) -> Answer[models.TimeRecord]:
        """Change a log: PATCH /time-tracking/logs/{id}"""
        return self._requests.write(Operation("updateLog", "PATCH", "/time-tracking/logs/{id}"), (id,), body, {"if_match": if_match, "idempotency_key": idempotency_key}, options, dry_run)


class TimeTrackingMemberTotalsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Union[str, date], to: Union[str, date], user_group_id: Optional[str] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.TimeMemberTotals]:
        """List the hours of all members: GET /time-tracking/member-totals"""
        return self._requests.list(Operation("listMemberTotals", "GET", "/time-tracking/member-totals"), (), {"limit": limit, "cursor": cursor, "from": from_, "to": to, "userGroupId": user_group_id, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Union[str, date], to: Union[str, date], user_group_id: Optional[str] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.TimeMemberTotals]:
        """List the hours of all members that have changed, for a copy: GET /time-tracking/member-totals"""
        return self._requests.changes(Operation("listMemberTotals", "GET", "/time-tracking/member-totals"), (), {"limit": limit, "cursor": cursor, "from": from_, "to": to, "userGroupId": user_group_id, "updatedSince": updated_since, "fields": fields}, options)


class TimeTrackingMemberLogsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Union[str, date], to: Union[str, date], user_group_id: Optional[str] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.TimeRecord]:
        """List the logs and open sessions of all members: GET /time-tracking/member-logs"""
        return self._requests.list(Operation("listMemberLogs", "GET", "/time-tracking/member-logs"), (), {"limit": limit, "cursor": cursor, "from": from_, "to": to, "userGroupId": user_group_id, "updatedSince": updated_since, "fields": fields}, options)

    def changes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Union[str, date], to: Union[str, date], user_group_id: Optional[str] = None, updated_since: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> Changes[models.TimeRecord]:
        """List the logs and open sessions of all members that have changed, for a copy: GET /time-tracking/member-logs"""
        return self._requests.changes(Operation("listMemberLogs", "GET", "/time-tracking/member-logs"), (), {"limit": limit, "cursor": cursor, "from": from_, "to": to, "userGroupId": user_group_id, "updatedSince": updated_since, "fields": fields}, options)


class TimeTrackingFindingsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Union[str, date], to: Union[str, date], rule: Optional[Literal["break_too_short", "stretch_too_long", "rest_too_short", "day_too_long", "average_too_long", "sunday_work", "holiday_work"]] = None, state: Optional[Literal["open", "acknowledged", "all"]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Finding]:
        """List what the rules of working time do not allow: GET /time-tracking/findings"""
        return self._requests.list(Operation("listFindings", "GET", "/time-tracking/findings"), (), {"userId": user_id, "email": email, "code": code, "limit": limit, "cursor": cursor, "from": from_, "to": to, "rule": rule, "state": state, "fields": fields}, options)


class TimeTrackingResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self.timestamp_templates = TimeTrackingTimestampTemplatesResource(requests)
        self.sessions = TimeTrackingSessionsResource(requests)
        self.timestamps = TimeTrackingTimestampsResource(requests)
        self.logs = TimeTrackingLogsResource(requests)
        self.member_totals = TimeTrackingMemberTotalsResource(requests)
        self.member_logs = TimeTrackingMemberLogsResource(requests)
        self.findings = TimeTrackingFindingsResource(requests)

    @overload
    def get_totals(self, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, from_: Union[str, date], to: Union[str, date], by: Optional[Literal["day", "week", "month"]] = None, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.TimeTotals]: ...
    @overload
    def get_totals(self, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, from_: Union[str, date], to: Union[str, date], by: Optional[Literal["day", "week", "month"]] = None, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.TimeTotals], NotModified]: ...
    def get_totals(self, *, user_id: Optional[str] = None, email: Optional[str] = None, code: Optional[str] = None, from_: Union[str, date], to: Union[str, date], by: Optional[Literal["day", "week", "month"]] = None, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.TimeTotals], NotModified]:
        """Get the hours of a member: GET /time-tracking/totals"""
        return self._requests.read(Operation("getTotals", "GET", "/time-tracking/totals"), (), {"userId": user_id, "email": email, "code": code, "from": from_, "to": to, "by": by, "fields": fields}, {"if_none_match": if_none_match}, options)


class CalendarDaysResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Optional[Union[str, date]] = None, to: Optional[Union[str, date]] = None, kind: Optional[Literal["holiday", "closed"]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.CalendarDay]:
        """List the days of the calendar: GET /calendar-days"""
        return self._requests.list(Operation("listCalendarDays", "GET", "/calendar-days"), (), {"limit": limit, "cursor": cursor, "from": from_, "to": to, "kind": kind, "fields": fields}, options)


class EventsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, types: Optional[str] = None, resource_type: Optional[str] = None, resource_id: Optional[str] = None, since: Optional[Union[str, datetime]] = None, position: Optional[Literal["latest"]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Event]:
        """List events: GET /events"""
        return self._requests.list(Operation("listEvents", "GET", "/events"), (), {"limit": limit, "cursor": cursor, "types": types, "resourceType": resource_type, "resourceId": resource_id, "since": since, "position": position, "fields": fields}, options)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.Event]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.Event], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.Event], NotModified]:
        """Get one event: GET /events/{id}"""
        return self._requests.read(Operation("getEvent", "GET", "/events/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)


class WebhookEndpointsDeliveriesResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, id: str, /, *, limit: Optional[int] = None, cursor: Optional[str] = None, status: Optional[Literal["pending", "succeeded", "failed", "cancelled"]] = None, event_id: Optional[str] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.WebhookDelivery]:
        """List deliveries to a webhook endpoint: GET /webhook-endpoints/{id}/deliveries"""
        return self._requests.list(Operation("listWebhookDeliveries", "GET", "/webhook-endpoints/{id}/deliveries"), (id,), {"limit": limit, "cursor": cursor, "status": status, "eventId": event_id, "fields": fields}, options)

    @overload
    def get(self, id: str, delivery_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.WebhookDeliveryWithAttempts]: ...
    @overload
    def get(self, id: str, delivery_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.WebhookDeliveryWithAttempts], NotModified]: ...
    def get(self, id: str, delivery_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.WebhookDeliveryWithAttempts], NotModified]:
        """Get one delivery with its attempts: GET /webhook-endpoints/{id}/deliveries/{deliveryId}"""
        return self._requests.read(Operation("getWebhookDelivery", "GET", "/webhook-endpoints/{id}/deliveries/{deliveryId}"), (id, delivery_id,), {"fields": fields}, {"if_none_match": if_none_match}, options)

    def redeliver(self, id: str, delivery_id: str, /, *, idempotency_key: Optional[str] = None, **options: Unpack[CallOptions]) -> Answer[models.WebhookDelivery]:
        """Send a delivery again: POST /webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver"""
        return self._requests.write(Operation("redeliverWebhook", "POST", "/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver"), (id, delivery_id,), None, {"idempotency_key": idempotency_key}, options)


class WebhookEndpointsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self.deliveries = WebhookEndpointsDeliveriesResource(requests)

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.WebhookEndpoint]:
        """List webhook endpoints: GET /webhook-endpoints"""
        return self._requests.list(Operation("listWebhookEndpoints", "GET", "/webhook-endpoints"), (), {"limit": limit, "cursor": cursor, "fields": fields}, options)

    def create(self, body: models.WebhookEndpointCreate, /, *, idempotency_key: Optional[str] = None, **options: Unpack[CallOptions]) -> Answer[models.WebhookEndpointWithSecret]:
        """Create a webhook endpoint: POST /webhook-endpoints"""
        return self._requests.write(Operation("createWebhookEndpoint", "POST", "/webhook-endpoints"), (), body, {"idempotency_key": idempotency_key}, options)

    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.WebhookEndpoint]: ...
    @overload
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.WebhookEndpoint], NotModified]: ...
    def get(self, id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.WebhookEndpoint], NotModified]:
        """Get one webhook endpoint: GET /webhook-endpoints/{id}"""
        return self._requests.read(Operation("getWebhookEndpoint", "GET", "/webhook-endpoints/{id}"), (id,), {"fields": fields}, {"if_none_match": if_none_match}, options)

    def update(self, id: str, body: models.WebhookEndpointUpdate, /, *, if_match: str, idempotency_key: Optional[str] = None, **options: Unpack[CallOptions]) -> Answer[models.WebhookEndpoint]:
        """Change a webhook endpoint: PATCH /webhook-endpoints/{id}"""
        return self._requests.write(Operation("updateWebhookEndpoint", "PATCH", "/webhook-endpoints/{id}"), (id,), body, {"if_match": if_match, "idempotency_key": idempotency_key}, options)

    def delete(self, id: str, /, *, if_match: str, idempotency_key: Optional[str] = None, **options: Unpack[CallOptions]) -> Answer[None]:
        """Delete a webhook endpoint: DELETE /webhook-endpoints/{id}"""
        return self._requests.write(Operation("deleteWebhookEndpoint", "DELETE", "/webhook-endpoints/{id}"), (id,), None, {"if_match": if_match, "idempotency_key": idempotency_key}, options)

    def rotate_secret(self, id: str, /, *, idempotency_key: Optional[str] = None, **options: Unpack[CallOptions]) -> Answer[models.WebhookEndpointWithSecret]:
        """Rotate the secret of a webhook endpoint: POST /webhook-endpoints/{id}/rotate-secret"""
        return self._requests.write(Operation("rotateWebhookSecret", "POST", "/webhook-endpoints/{id}/rotate-secret"), (id,), None, {"idempotency_key": idempotency_key}, options)

    def test(self, id: str, /, *, idempotency_key: Optional[str] = None, **options: Unpack[CallOptions]) -> Answer[models.WebhookDelivery]:
        """Send a test event to a webhook endpoint: POST /webhook-endpoints/{id}/test"""
        return self._requests.write(Operation("testWebhookEndpoint", "POST", "/webhook-endpoints/{id}/test"), (id,), None, {"idempotency_key": idempotency_key}, options)

    def replay(self, id: str, body: models.WebhookReplay, /, *, idempotency_key: Optional[str] = None, **options: Unpack[CallOptions]) -> Answer[models.WebhookReplayed]:
        """Send events of the feed again: POST /webhook-endpoints/{id}/replay"""
        return self._requests.write(Operation("replayWebhookEvents", "POST", "/webhook-endpoints/{id}/replay"), (id,), body, {"idempotency_key": idempotency_key}, options)


class IntegrationResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    @overload
    def get(self, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.Integration]: ...
    @overload
    def get(self, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.Integration], NotModified]: ...
    def get(self, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.Integration], NotModified]:
        """Get your own integration: GET /integration"""
        return self._requests.read(Operation("getIntegration", "GET", "/integration"), (), {"fields": fields}, {"if_none_match": if_none_match}, options)


class RequestsResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, status: Optional[str] = None, method: Optional[str] = None, route: Optional[str] = None, from_: Optional[Union[str, datetime]] = None, to: Optional[Union[str, datetime]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.RequestRecord]:
        """List the records of requests: GET /requests"""
        return self._requests.list(Operation("listRequests", "GET", "/requests"), (), {"limit": limit, "cursor": cursor, "status": status, "method": method, "route": route, "from": from_, "to": to, "fields": fields}, options)

    @overload
    def get(self, request_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: None = None, **options: Unpack[CallOptions]) -> Answer[models.RequestRecord]: ...
    @overload
    def get(self, request_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: str, **options: Unpack[CallOptions]) -> Union[Answer[models.RequestRecord], NotModified]: ...
    def get(self, request_id: str, /, *, fields: Optional[Sequence[str]] = None, if_none_match: Optional[str] = None, **options: Unpack[CallOptions]) -> Union[Answer[models.RequestRecord], NotModified]:
        """Get the record of a request: GET /requests/{requestId}"""
        return self._requests.read(Operation("getRequest", "GET", "/requests/{requestId}"), (request_id,), {"fields": fields}, {"if_none_match": if_none_match}, options)


class UsageResource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, from_: Union[str, datetime], to: Union[str, datetime], interval: Optional[Literal["hour", "day"]] = None, fields: Optional[Sequence[str]] = None, **options: Unpack[CallOptions]) -> List[models.Usage]:
        """List the usage of each hour or day: GET /usage"""
        return self._requests.list(Operation("listUsage", "GET", "/usage"), (), {"limit": limit, "cursor": cursor, "from": from_, "to": to, "interval": interval, "fields": fields}, options)


class Resources:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self.users = UsersResource(requests)
        self.user_groups = UserGroupsResource(requests)
        self.courses = CoursesResource(requests)
        self.appointments = AppointmentsResource(requests)
        self.calendar_feeds = CalendarFeedsResource(requests)
        self.calendars = CalendarsResource(requests)
        self.curricula = CurriculaResource(requests)
        self.programs = ProgramsResource(requests)
        self.locations = LocationsResource(requests)
        self.rooms = RoomsResource(requests)
        self.time_tracking = TimeTrackingResource(requests)
        self.calendar_days = CalendarDaysResource(requests)
        self.events = EventsResource(requests)
        self.webhook_endpoints = WebhookEndpointsResource(requests)
        self.integration = IntegrationResource(requests)
        self.requests = RequestsResource(requests)
        self.usage = UsageResource(requests)
