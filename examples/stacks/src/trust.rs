//! What a QUIC server and a client need to trust each other, and nobody else.

use std::sync::Arc;

use quinn_proto::{ClientConfig, ServerConfig};
use rcgen::{CertificateParams, KeyPair, PKCS_ED25519, SerialNumber};
use rustls::RootCertStore;
use rustls::pki_types::PrivateKeyDer;

/// The settings of a server of that name, and of its client. Keys are new each time, and of the same length.
pub fn trusting(name: &str) -> (ServerConfig, ClientConfig) {
    let key = KeyPair::generate_for(&PKCS_ED25519).expect("a key");
    let mut certificate = CertificateParams::new(vec![name.to_owned()]).expect("a name");
    // Else its length is random.
    certificate.serial_number = Some(SerialNumber::from(1));
    let certificate = certificate.self_signed(&key).expect("a certificate").der().clone();
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).expect("it is new");
    let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
    let server = ServerConfig::with_single_cert(vec![certificate], key).expect("they fit");
    (server, ClientConfig::with_root_certificates(Arc::new(roots)).expect("a root"))
}
