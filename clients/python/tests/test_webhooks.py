import base64
import hmac
import json
import os
import unittest

from lyceum_client import WebhookSecretError, WebhookVerificationError, verify_webhook

# Signed by the product: with another secret and this one.
SIGNED = json.loads(os.environ["SIGNED_WEBHOOK"])
BODY = SIGNED["body"].encode()


class Webhooks(unittest.TestCase):
    def verify(self, body=BODY, headers=SIGNED["headers"], secret=SIGNED["secret"], late=0):
        return verify_webhook(body, headers, secret, now=SIGNED["sentAt"] / 1000 + late)

    def test_are_events(self):
        self.assertEqual(self.verify()["type"], "user.created")
        self.assertEqual(self.verify(headers={name.title(): value for name, value in SIGNED["headers"].items()})["id"], "e1")

    def test_are_refused_unless_signed_now_with_the_secret(self):
        for fault in ({"body": BODY + b" "}, {"secret": "whsec_AAAA"}, {"late": 301}, {"late": -301}, {"headers": {}}):
            with self.subTest(fault), self.assertRaises(WebhookVerificationError):
                self.verify(**fault)

    def test_are_refused_whatever_the_headers_hold(self):
        hostile = ["", "9" * 5000, "-1", "1e3", "nan", "\u0663" * 10, "\xe9", "\udcff", "\0", "v1,", "v1,\xe9 \udcff", "\U0001f600"]
        for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
            for value in hostile:
                with self.subTest(name=name, value=value[:20]), self.assertRaises(WebhookVerificationError):
                    self.verify(headers={**SIGNED["headers"], name: value})

    def test_are_refused_by_a_receiver_without_a_secret(self):
        """Also those that somebody has signed with the key that such a secret would be."""
        for secret, key in (("", b""), ("whsec_", b""), ("whsec_****", b""), ("whsec_\xe9", b""), ("whsec_QUJD", b"ABC"), ("whsec_AAA", b"")):
            sent = str(int(SIGNED["sentAt"] / 1000))
            digest = hmac.digest(key, f"e1.{sent}.".encode() + BODY, "sha256")
            signature = "v1," + base64.b64encode(digest).decode()
            headers = {"webhook-id": "e1", "webhook-timestamp": sent, "webhook-signature": signature}
            with self.subTest(secret), self.assertRaises(WebhookSecretError):
                self.verify(headers=headers, secret=secret)
