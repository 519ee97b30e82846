//! Faults on order: which request meets one, and what it does.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Method, Response, StatusCode, header};
use serde::Deserialize;
use serde_json::Value;

/// A fault that a request meets.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fault {
    /// This answer instead of the real one; nothing is done.
    Answer(CannedAnswer),
    /// Everything as usual, later.
    Delay(Duration),
    /// The request is read, nothing is done, the connection is reset.
    ResetBeforeBody,
    /// Everything is done, the connection is reset instead of the answer.
    ResetAfterCommit,
    /// Everything is done, and this is said instead of it.
    AnswerAfterCommit(CannedAnswer),
    /// The answer is announced whole and cut after so many bytes.
    Truncate(u64),
}

/// An answer on order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CannedAnswer {
    status: StatusCode,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Option<Value>,
}

impl CannedAnswer {
    /// A string goes out as it is, anything else as JSON.
    pub(crate) fn to_response(&self) -> Response<Body> {
        let (kind, body) = match &self.body {
            None => (None, Body::empty()),
            Some(Value::String(text)) => ("text/plain; charset=utf-8".into(), text.clone().into()),
            Some(json) => ("application/json".into(), json.to_string().into()),
        };
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        if let Some(kind) = kind {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        }
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        response
    }
}

/// An order, as it is posted.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FaultOrder {
    method: Option<String>,
    path_prefix: Option<String>,
    times: Option<u64>,
    skip: Option<u64>,
    action: ActionOrder,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ActionOrder {
    status: Option<u16>,
    /// With `headers` and `body`, like `status`.
    status_after_commit: Option<u16>,
    headers: BTreeMap<String, Value>,
    body: Option<Value>,
    delay_ms: Option<u64>,
    reset_before_body: Option<bool>,
    reset_after_commit: Option<bool>,
    truncate_response_after_bytes: Option<u64>,
}

impl ActionOrder {
    fn read(self) -> Result<Fault, String> {
        let headers: Vec<_> = self
            .headers
            .into_iter()
            .map(read_header)
            .collect::<Result<_, _>>()?;
        let answer = |status: u16| {
            Ok::<_, String>(CannedAnswer {
                status: StatusCode::from_u16(status)
                    .ok()
                    .filter(|status| !status.is_informational())
                    .ok_or_else(|| format!("{status} is no HTTP status to answer with"))?,
                headers: headers.clone(),
                body: self.body.clone(),
            })
        };
        let orders = [
            self.status.map(answer).transpose()?.map(Fault::Answer),
            self.status_after_commit
                .map(answer)
                .transpose()?
                .map(Fault::AnswerAfterCommit),
            self.delay_ms
                .map(|ms| Fault::Delay(Duration::from_millis(ms))),
            self.reset_before_body
                .filter(|on| *on)
                .map(|_| Fault::ResetBeforeBody),
            self.reset_after_commit
                .filter(|on| *on)
                .map(|_| Fault::ResetAfterCommit),
            self.truncate_response_after_bytes.map(Fault::Truncate),
        ];
        let mut orders = orders.into_iter().flatten();
        match (orders.next(), orders.next()) {
            (Some(fault), None) => Ok(fault),
            (None, _) => Err("action names no fault".to_owned()),
            (Some(_), Some(_)) => Err("action names more than one fault".to_owned()),
        }
    }
}

fn read_header((name, value): (String, Value)) -> Result<(HeaderName, HeaderValue), String> {
    let text = match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    match (HeaderName::try_from(&name), HeaderValue::try_from(text)) {
        (Ok(name), Ok(value)) => Ok((name, value)),
        _ => Err(format!("`{name}` cannot be sent as a header")),
    }
}

struct Rule {
    method: Option<Method>,
    path_prefix: String,
    times: u64,
    skip: u64,
    fault: Fault,
}

/// All orders, first added first.
#[derive(Default)]
pub(crate) struct Faults(Mutex<(u64, Vec<(u64, Rule)>)>);

impl Faults {
    /// Adds an order and returns its id.
    pub(crate) fn add(&self, order: FaultOrder) -> Result<u64, String> {
        let method = match order.method {
            Some(method) => Some(
                Method::from_bytes(method.to_ascii_uppercase().as_bytes())
                    .map_err(|_| format!("`{method}` is no HTTP method"))?,
            ),
            None => None,
        };
        let rule = Rule {
            method,
            path_prefix: order.path_prefix.unwrap_or_default(),
            times: order.times.unwrap_or(1),
            skip: order.skip.unwrap_or(0),
            fault: order.action.read()?,
        };
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 += 1;
        let id = state.0;
        if rule.times > 0 {
            state.1.push((id, rule));
        }
        Ok(id)
    }

    pub(crate) fn clear(&self) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .1
            .clear();
    }

    /// The fault that this request meets. The first order that matches takes the request,
    /// also when it lets it pass because it still skips.
    pub(crate) fn take(&self, method: &Method, path: &str) -> Option<Fault> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rules = &mut state.1;
        let index = rules.iter().position(|(_, rule)| {
            rule.method.as_ref().is_none_or(|wanted| wanted == method)
                && path.starts_with(&rule.path_prefix)
        })?;
        let (_, rule) = rules.get_mut(index)?;
        if rule.skip > 0 {
            rule.skip -= 1;
            return None;
        }
        rule.times -= 1;
        if rule.times == 0 {
            return Some(rules.remove(index).1.fault);
        }
        Some(rule.fault.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(text: &str) -> FaultOrder {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn the_first_order_that_matches_takes_the_request() {
        let faults = Faults::default();
        faults
            .add(order(
                r#"{"method":"get","pathPrefix":"/a","times":1,"skip":1,"action":{"delayMs":5}}"#,
            ))
            .unwrap();
        faults
            .add(order(
                r#"{"pathPrefix":"/","times":2,"action":{"resetBeforeBody":true}}"#,
            ))
            .unwrap();
        let get = Method::GET;
        assert_eq!(
            faults.take(&Method::POST, "/a"),
            Some(Fault::ResetBeforeBody)
        );
        assert_eq!(faults.take(&get, "/a/b"), None, "the first one skips it");
        assert_eq!(
            faults.take(&get, "/a"),
            Some(Fault::Delay(Duration::from_millis(5)))
        );
        assert_eq!(faults.take(&get, "/a"), Some(Fault::ResetBeforeBody));
        assert_eq!(faults.take(&get, "/a"), None, "both are used up");
    }

    #[test]
    fn an_order_names_exactly_one_fault() {
        for text in [
            r#"{"action":{}}"#,
            r#"{"action":{"delayMs":1,"resetAfterCommit":true}}"#,
            r#"{"action":{"status":42}}"#,
            r#"{"action":{"statusAfterCommit":42}}"#,
            r#"{"action":{"status":503,"statusAfterCommit":503}}"#,
            r#"{"action":{"status":429,"headers":{"a b":"c"}}}"#,
            r#"{"method":"G T","action":{"delayMs":1}}"#,
        ] {
            assert!(Faults::default().add(order(text)).is_err(), "{text}");
        }
    }
}
