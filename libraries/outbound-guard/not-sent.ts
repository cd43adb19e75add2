/**
 * The error of a request that was not sent, because its address or scheme is not allowed, or its name has no address.
 */
export class NotSent extends Error {
  readonly reason: 'address_not_allowed' | 'name_not_resolved' | 'https_required';

  constructor(reason: NotSent['reason'], message: string) {
    super(message);
    this.name = new.target.name;
    this.reason = reason;
  }
}

export class AddressNotAllowed extends NotSent {
  constructor(address: string) {
    super('address_not_allowed', `requests to ${address} are not allowed`);
  }
}

export class NameNotResolved extends NotSent {
  constructor(name: string) {
    super('name_not_resolved', `${name} has no address`);
  }
}

export class HttpsRequired extends NotSent {
  constructor() {
    super('https_required', 'requests are sent over https only');
  }
}
