interface Places {
  readonly room_ids: readonly string[];
  readonly address: string | null;
  readonly online_address: string | null;
}

interface Attendance {
  /** Online and nowhere else. */
  readonly is_online: boolean;
  /** Online and somewhere. */
  readonly is_hybrid: boolean;
}

/** What the places of an appointment say of how it is attended (decisions 8.1). An empty address is no place. */
export function attendanceOf({ room_ids, address, online_address }: Places): Attendance {
  const isPhysical = room_ids.length > 0 || Boolean(address);
  const isOnline = Boolean(online_address);
  return { is_online: isOnline && !isPhysical, is_hybrid: isOnline && isPhysical };
}

/** Whether an appointment has any place: without one the hints of its requests stand. */
export function hasPlaces({ room_ids, address, online_address }: Places): boolean {
  return room_ids.length > 0 || address !== null || online_address !== null;
}
