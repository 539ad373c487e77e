// `wgsl!(if n .> 2 { 100 ./ n } else { -n })`, in a crate `K`.
fn choice() -> String {
    match &(n) {
        r0 => {
            let d = &K::__private::gpu::no_machine();
            let l0 = K::__private::gpu::Operand::leaf(&*r0);
            let k0 = K::__private::gpu::rank(&l0);
            {
                let _ = {
                    let k = k0;
                    K::__private::gpu::text_run(
                        d,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["n"],
                            targets: &[],
                            cost: 7,
                            serial: false,
                        },
                        k,
                        (),
                        l0,
                        &K::__private::gpu::Formula {
                            steps: &[
                                K::__private::gpu::FormulaStep {
                                    at: 0,
                                    node: K::__private::gpu::Node::Apply(
                                        "greater",
                                        &[K::__private::gpu::Value::Leaf(0), K::__private::gpu::Value::Integer(2)],
                                    ),
                                },
                                K::__private::gpu::FormulaStep {
                                    at: 3,
                                    node: K::__private::gpu::Node::If(
                                        K::__private::gpu::Value::Step(0),
                                        K::__private::gpu::FormulaBlock {
                                            steps: &[K::__private::gpu::FormulaStep {
                                                at: 1,
                                                node: K::__private::gpu::Node::Apply(
                                                    "divide",
                                                    &[
                                                        K::__private::gpu::Value::Integer(100),
                                                        K::__private::gpu::Value::Leaf(0),
                                                    ],
                                                ),
                                            }],
                                            value: K::__private::gpu::Value::Step(1),
                                        },
                                        K::__private::gpu::FormulaBlock {
                                            steps: &[K::__private::gpu::FormulaStep {
                                                at: 2,
                                                node: K::__private::gpu::Node::Apply(
                                                    "negate",
                                                    &[K::__private::gpu::Value::Leaf(0)],
                                                ),
                                            }],
                                            value: K::__private::gpu::Value::Step(2),
                                        },
                                    ),
                                },
                            ],
                            stored: &[],
                            folds: &[],
                            values: &[K::__private::gpu::Value::Step(3)],
                        },
                        |_t, ((), a0)| {
                            let v0 = K::ops::Ordered::greater(K::ops::Adopt::<2>::like(&a0), a0);
                            let v1 = K::ops::Divide::divide(a0, K::ops::Adopt::<100>::like(&a0));
                            let v2 = K::ops::Negate::negate(a0);
                            let v3 = if K::ops::Condition::condition(v0) { v1 } else { v2 };
                            K::__private::gpu::formula(
                                (
                                    (K::__private::gpu::typed(&v0), K::__private::gpu::typed(&v1)),
                                    (K::__private::gpu::typed(&v2), K::__private::gpu::typed(&v3)),
                                ),
                                ((), K::Stored::store(v3)),
                            )
                        },
                    )
                };
                K::__private::gpu::text(d)
            }
        }
    }
}
