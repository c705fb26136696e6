import type { Certificate } from './tls-server.ts'

/**
 * A self-signed certificate for localhost, 127.0.0.1, ::1 and service.test, and its key. It is for tests, and protects
 * nothing. Made once, for a hundred years:
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj "/CN=Partner Purchase Kit tests"
 *   -addext "subjectAltName=DNS:localhost,DNS:service.test,IP:127.0.0.1,IP:::1" -addext "basicConstraints=critical,CA:FALSE"
 *   -addext "keyUsage=critical,digitalSignature" -addext "extendedKeyUsage=serverAuth"
 */
export const CERTIFICATE: Certificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIICADCCAaegAwIBAgIUN38Wm9I21pqD9g2TKKiwUW+G1AMwCgYIKoZIzj0EAwIw
JTEjMCEGA1UEAwwaUGFydG5lciBQdXJjaGFzZSBLaXQgdGVzdHMwIBcNMjYxMTI4
MTk0MTU3WhgPMjEyNjExMDQxOTQxNTdaMCUxIzAhBgNVBAMMGlBhcnRuZXIgUHVy
Y2hhc2UgS2l0IHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoK4BGqug
Zyq2mWDEVdnjM3VHfCRsmI8F0MTO4/rqsIWBYRB6KbmXqRbCdFDcuU0TK40JMzlL
NohT3CZiBactuaOBsjCBrzAdBgNVHQ4EFgQUCel8B4GIRSFRTp2VJ6ZwSinpyzQw
HwYDVR0jBBgwFoAUCel8B4GIRSFRTp2VJ6ZwSinpyzQwOgYDVR0RBDMwMYIJbG9j
YWxob3N0ggxzZXJ2aWNlLnRlc3SHBH8AAAGHEAAAAAAAAAAAAAAAAAAAAAEwDAYD
VR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwEw
CgYIKoZIzj0EAwIDRwAwRAIgPjqh1oZG1b0KptvgfBOOHazNjyUTBZN/mRYw9/I1
HHgCIBErCYs/SAMkK1QaVN9EgXN3Jk/E7V65/+tujYg6CF0n
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgILDcHF6xQIfPFjwo
CcPu+z/jReVFlposDhaL7/EbL9+hRANCAASgrgEaq6BnKraZYMRV2eMzdUd8JGyY
jwXQxM7j+uqwhYFhEHopuZepFsJ0UNy5TRMrjQkzOUs2iFPcJmIFpy25
-----END PRIVATE KEY-----
`,
}
