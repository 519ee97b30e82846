//! Buckets by URL: settings and credentials from the environment, a probe before anything is
//! written elsewhere.

use std::sync::Arc;
use std::time::Duration;

use fielddesk_model::Environment;
use futures::TryStreamExt as _;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey as Key, Checksum};
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{
    BackoffConfig, ClientConfigKey, ClientOptions, ObjectStore, ObjectStoreExt as _, RetryConfig,
};
use tokio::sync::Semaphore;
use url::Url;

use super::{Bucket, UPLOADS};
use crate::ServiceError;
use crate::ids::new_id;
use crate::store::Store;

/// A request that brings no byte for so long is tried again.
const SILENCE: Duration = Duration::from_secs(20);
/// Tries of a request end after so long: its client is waiting.
const TRIES: Duration = Duration::from_secs(45);
/// Tries of a start.
const PROBE_TRIES: Duration = Duration::from_secs(3);

/// The bucket that holds the documents of both environments.
pub(crate) struct Buckets {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
    places: Arc<Semaphore>,
}

impl Buckets {
    /// Opens a bucket that is there and can be written to.
    pub(crate) async fn open(url: &str) -> Result<Self, ServiceError> {
        let (bucket, prefix) = read_url(url)?;
        let builder =
            from_environment(std::env::vars_os().filter_map(|(key, value)| {
                Some((key.into_string().ok()?, value.into_string().ok()?))
            }))
            .with_bucket_name(&bucket)
            .with_checksum_algorithm(Checksum::SHA256);
        check_settings(&builder)?;
        let place = Place {
            server: server(&builder),
            bucket,
        };
        let build = |tries| {
            let built = builder.clone().with_retry(retry(tries)).build();
            built.map_err(|error| place.refusal(&error))
        };
        let probe = PrefixStore::new(build(PROBE_TRIES)?, prefix.clone());
        let key = Path::from(format!("probe-{}", new_id()));
        // Some servers make a bucket when it is written to.
        if let Err(error) = probe.list(None).try_next().await
            && error.to_string().contains("NoSuchBucket")
        {
            return Err(place.no_bucket());
        }
        let written = async {
            probe.put(&key, "probe".into()).await?;
            probe.delete(&key).await
        };
        written.await.map_err(|error| place.refusal(&error))?;
        Ok(Self {
            store: Arc::new(build(TRIES)?),
            prefix,
            places: Arc::new(Semaphore::new(UPLOADS)),
        })
    }

    /// Returns the objects of an environment by their keys below it.
    pub(crate) fn objects(&self, environment: Environment) -> Arc<dyn ObjectStore> {
        let prefix = self.prefix.clone().join(environment.as_str());
        Arc::new(PrefixStore::new(Arc::clone(&self.store), prefix))
    }

    /// Returns the objects of an environment beside the rows that name them.
    pub(crate) fn bucket(&self, environment: Environment, rows: Arc<dyn Store>) -> Bucket {
        Bucket {
            store: self.objects(environment),
            rows,
            places: Arc::clone(&self.places),
            asked: Arc::default(),
        }
    }
}

/// Reads a URL into a bucket and a prefix. It is in no message: it may have a password.
fn read_url(text: &str) -> Result<(String, Path), ServiceError> {
    let url = Url::parse(text).ok();
    if let Some(url) = &url
        && (!url.username().is_empty() || url.password().is_some())
    {
        return refuse(
            "the URL of --objects has a user or a password in it; take them out and set \
             AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
        );
    }
    let parts = url.filter(|url| {
        url.scheme() == "s3"
            && url.port().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
    });
    let parts = parts.and_then(|url| {
        let bucket = url.host_str().filter(|bucket| !bucket.is_empty())?;
        Some((bucket.to_owned(), Path::from_url_path(url.path()).ok()?))
    });
    parts.map_or_else(
        || refuse("the URL of --objects is not of the form s3://BUCKET or s3://BUCKET/PREFIX"),
        Ok,
    )
}

/// The settings that variables such as `AWS_REGION` have, as [`AmazonS3Builder::from_env`] reads
/// them, over time limits that a slow reader of a large document does not meet.
fn from_environment(variables: impl Iterator<Item = (String, String)>) -> AmazonS3Builder {
    let limits = ClientOptions::new()
        .with_timeout_disabled()
        .with_read_timeout(SILENCE);
    let builder = AmazonS3Builder::new().with_client_options(limits);
    let named = variables.filter(|(name, _)| name.starts_with("AWS_"));
    named.fold(builder, |builder, (name, value)| {
        match name.to_ascii_lowercase().parse() {
            Ok(key) => builder.with_config(key, value),
            Err(_) => builder,
        }
    })
}

/// Refuses what would only be found out by a request, or not be understood from its error.
fn check_settings(builder: &AmazonS3Builder) -> Result<(), ServiceError> {
    let set = |key| builder.get_config_value(&key).is_some();
    let keys = set(Key::AccessKeyId) && set(Key::SecretAccessKey);
    let lent = set(Key::WebIdentityTokenFile)
        || set(Key::ContainerCredentialsRelativeUri)
        || set(Key::ContainerCredentialsFullUri)
        || set(Key::MetadataEndpoint);
    if !keys && !lent {
        return refuse(
            "there are no credentials for the object store; set AWS_ACCESS_KEY_ID and \
             AWS_SECRET_ACCESS_KEY",
        );
    }
    let plain = endpoint(builder).is_some_and(|endpoint| endpoint.starts_with("http:"));
    let allowed = builder.get_config_value(&Key::Client(ClientConfigKey::AllowHttp));
    if plain && allowed.as_deref() != Some("true") {
        return refuse(
            "AWS_ENDPOINT_URL has no TLS; give an https URL, or set AWS_ALLOW_HTTP=true",
        );
    }
    Ok(())
}

fn endpoint(builder: &AmazonS3Builder) -> Option<String> {
    let of_s3 = builder.get_config_value(&Key::S3Endpoint);
    of_s3.or_else(|| builder.get_config_value(&Key::Endpoint))
}

/// Returns the server as messages name it.
fn server(builder: &AmazonS3Builder) -> String {
    let url = endpoint(builder).and_then(|endpoint| Url::parse(&endpoint).ok());
    match url.as_ref().map(|url| (url.host_str(), url.port())) {
        Some((Some(host), Some(port))) => format!("{host}:{port}"),
        Some((Some(host), None)) => host.to_owned(),
        _ => "Amazon S3".to_owned(),
    }
}

fn retry(tries: Duration) -> RetryConfig {
    RetryConfig {
        backoff: BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(2),
            base: 2.0,
        },
        max_retries: 10,
        retry_timeout: tries,
    }
}

fn refuse<T>(message: &str) -> Result<T, ServiceError> {
    Err(ServiceError::Objects(message.to_owned()))
}

/// A bucket as messages name it.
struct Place {
    server: String,
    bucket: String,
}

impl Place {
    fn no_bucket(&self) -> ServiceError {
        let Self { server, bucket } = self;
        ServiceError::Objects(format!(
            "there is no bucket `{bucket}` at {server}; make it, or correct --objects"
        ))
    }

    /// Returns what to do about a failure of the probe. The library's own words may hold what was
    /// signed, so they are left out.
    fn refusal(&self, error: &object_store::Error) -> ServiceError {
        let Self { server, bucket } = self;
        ServiceError::Objects(match error {
            object_store::Error::NotFound { .. } => {
                format!("there is no bucket `{bucket}` at {server}; make it, or correct --objects")
            }
            object_store::Error::PermissionDenied { .. }
            | object_store::Error::Unauthenticated { .. } => format!(
                "{server} refuses the credentials, or does not let them write to the bucket \
                 `{bucket}`; check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and their rights"
            ),
            _ => format!(
                "the object store at {server} does not answer as one; check AWS_ENDPOINT_URL and \
                 AWS_REGION, and that it runs"
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_has_a_bucket_and_perhaps_a_prefix() {
        for (url, bucket, prefix) in [
            ("s3://documents", "documents", ""),
            ("s3://documents/", "documents", ""),
            ("s3://documents/a/b%20c/", "documents", "a/b c"),
        ] {
            let (found, path) = read_url(url).unwrap();
            assert_eq!((&*found, path.as_ref()), (bucket, prefix), "{url}");
        }
        for url in [
            "",
            "documents",
            "/var/documents",
            "s3:documents",
            "s3:///a",
            "s3://b:80/a",
            "s3://b/a?region=x",
            "s3://b/a#x",
            "https://documents.example.com",
        ] {
            assert!(read_url(url).is_err(), "{url}");
        }
    }

    #[test]
    fn a_user_or_a_password_in_a_url_is_refused_and_not_repeated() {
        for url in [
            "s3://key:hush@documents/a",
            "s3://hush@documents",
            "http://:hush@b",
        ] {
            let message = read_url(url).unwrap_err().to_string();
            assert!(message.contains("AWS_SECRET_ACCESS_KEY"), "{message}");
            assert!(!message.contains("hush"), "{message}");
        }
    }

    #[test]
    fn settings_that_cannot_work_are_refused() {
        let key = ("AWS_ACCESS_KEY_ID", "k");
        let secret = ("AWS_SECRET_ACCESS_KEY", "s");
        let http = ("AWS_ENDPOINT_URL", "http://127.0.0.1:1");
        for (variables, refused) in [
            (vec![], Some("no credentials")),
            (vec![key], Some("no credentials")),
            (vec![("ACCESS_KEY_ID", "k"), secret], Some("no credentials")),
            (vec![key, secret], None),
            (vec![("AWS_CONTAINER_CREDENTIALS_FULL_URI", "u")], None),
            (vec![key, secret, http], Some("AWS_ALLOW_HTTP")),
            (vec![key, secret, http, ("AWS_ALLOW_HTTP", "true")], None),
        ] {
            let owned = variables
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            let checked = check_settings(&from_environment(owned));
            match refused {
                None => assert!(checked.is_ok(), "{variables:?}"),
                Some(part) => {
                    let message = checked.unwrap_err().to_string();
                    assert!(message.contains(part), "{variables:?}: {message}");
                }
            }
        }
    }
}
