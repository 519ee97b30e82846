//! The refusals that every operation can meet, described once for all of them. What an
//! operation says of itself stands.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use utoipa::openapi::path::Operation;
use utoipa::openapi::{
    ContentBuilder, HeaderBuilder, Object, Ref, RefOr, Response, ResponseBuilder,
};

/// A refusal: when it comes and what it looks like.
struct Refusal {
    status: &'static str,
    description: &'static str,
    error: &'static str,
    message: &'static str,
}

const fn refusal(
    status: &'static str,
    description: &'static str,
    error: &'static str,
    message: &'static str,
) -> Refusal {
    Refusal {
        status,
        description,
        error,
        message,
    }
}

const BAD_REQUEST: Refusal = refusal(
    "400",
    "Invalid parameters or validation error",
    "ArgumentIsNull",
    "The parameter ModifiedSince is required with ModifiedBefore.",
);
const UNAUTHORIZED: Refusal = refusal(
    "401",
    "Token missing, expired or issued for a different scope or environment; `WWW-Authenticate` says which",
    "Unauthorized",
    "The token expired; request a new one.",
);
const FORBIDDEN: Refusal = refusal(
    "403",
    "Token accepted, but the client may not touch this data or may not write",
    "Forbidden",
    "The record belongs to a company that the client may not touch.",
);
const NOT_FOUND: Refusal = refusal(
    "404",
    "No such record",
    "NotFound",
    "There is no record with this id.",
);
const TIMEOUT: Refusal = refusal(
    "408",
    "The body stopped arriving",
    "RequestTimeout",
    "The body stopped arriving.",
);
const CONFLICT: Refusal = refusal(
    "409",
    "The number is taken, or other data depends on the record",
    "Conflict",
    "Another record of the company has this number.",
);
const TOO_LARGE: Refusal = refusal(
    "413",
    "The body is larger than this service takes",
    "PayloadTooLarge",
    "The body is larger than this endpoint takes.",
);
const ALL: [Refusal; 7] = [
    BAD_REQUEST,
    UNAUTHORIZED,
    FORBIDDEN,
    NOT_FOUND,
    TIMEOUT,
    CONFLICT,
    TOO_LARGE,
];

/// Adds what can occur to an operation on a host that takes tokens.
pub(super) fn add(path: &str, operation: &mut Operation) {
    let has_body = operation.request_body.is_some();
    let has_segment = path.contains('{');
    let has_input = has_body || operation.parameters.as_ref().is_some_and(|p| !p.is_empty());
    let occur = |status: &str| match status {
        "400" => has_input,
        "401" | "403" => true,
        "404" => has_segment,
        "408" | "413" => has_body,
        _ => false,
    };
    let responses = &mut operation.responses.responses;
    describe_success(responses);
    for refusal in ALL {
        match responses.get_mut(refusal.status) {
            Some(RefOr::T(response)) => complete(response, &refusal),
            Some(RefOr::Ref(_)) => {}
            None if occur(refusal.status) => {
                let mut response = Response::new("");
                complete(&mut response, &refusal);
                responses.insert(refusal.status.to_owned(), RefOr::T(response));
            }
            None => {}
        }
    }
}

/// The format wants a description of every response.
fn describe_success(responses: &mut BTreeMap<String, RefOr<Response>>) {
    for (status, response) in responses {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            response.description = match status.as_str() {
                "200" => "Success",
                "201" => "Created",
                "204" => "Done; no body",
                _ => continue,
            }
            .to_owned();
        }
    }
}

/// Fills in what a response leaves open.
fn complete(response: &mut Response, refusal: &Refusal) {
    if response.description.is_empty() {
        refusal.description.clone_into(&mut response.description);
    }
    let content = response
        .content
        .entry("application/json".to_owned())
        .or_insert_with(|| {
            let schema = Some(Ref::from_schema_name("Error"));
            RefOr::T(ContentBuilder::new().schema(schema).build())
        });
    if let RefOr::T(content) = content
        && content.example.is_none()
        && content.examples.is_empty()
    {
        content.example = Some(body(refusal));
    }
    if refusal.status == UNAUTHORIZED.status && response.headers.is_empty() {
        let header = HeaderBuilder::new()
            .schema(Some(Object::with_type(utoipa::openapi::Type::String)))
            .description(Some("Which of the five cases it is"))
            .build();
        *response = ResponseBuilder::from(std::mem::take(response))
            .header("WWW-Authenticate", header)
            .build();
    }
}

fn body(refusal: &Refusal) -> Value {
    json!({ "error": refusal.error, "message": refusal.message })
}
