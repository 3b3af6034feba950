"""A server for https with a certificate of its own, made for this run in the folder given.

Usage: secure.py FOLDER ELSEWHERE
Prints its port, and serves until its input ends:
  /file   a short body
  /on     leads to /file
  /away   leads to ELSEWHERE, an address without https
FOLDER/authority.pem is what a client must trust.
"""

import http.server
import pathlib
import ssl
import subprocess
import sys
import threading

folder = pathlib.Path(sys.argv[1])
elsewhere = sys.argv[2]
certificate = folder / "authority.pem"
key = folder / "key.pem"
subprocess.run(
    ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    + ["-keyout", str(key), "-out", str(certificate)],
    check=True,
    stderr=subprocess.DEVNULL,
)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        places = {"/on": "/file", "/away": elsewhere}
        if self.path in places:
            self.send_response(302)
            self.send_header("Location", places[self.path])
            body = b""
        else:
            self.send_response(200)
            body = b"over a secure connection\n"
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
