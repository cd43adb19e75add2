import json
import os
import unittest

from lyceum_client import WebhookVerificationError, verify_webhook

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
